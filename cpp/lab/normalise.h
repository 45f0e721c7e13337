// A row of scores into shares of 1: softmax, and three ways that people try instead. Leaves out a row of attention's
// own: a trace has that.
#pragma once
#include "../views.h"

namespace heed::lab {

// In the order that web/heed/core.ts knows. Each share is its numerator divided by the sum of all numerators.
enum class Normalisation : int {
  kSoftmax,  // exp(s - largest): the steps of attention, bit by bit; a row masked everywhere gives 0s
  kNaive,    // exp(s) in float32: Infinity from s = 88.73 on, and then Infinity / Infinity = NaN
  kPlain,    // s: negative scores give negative shares, and scores that add up to 0 divide by 0
  kHard,     // 1 for the largest, 0 for the rest; equals share; a row masked everywhere gives 0s
};
constexpr int kNormalisationCount = 4;

// `numerators` and `weights` are as long as `scores` and may not overlap it or each other. Returns the sum, added up in
// double and stored as float32, as softmax does. A score of -Infinity is a masked one.
float normalise(Normalisation rule, ConstRow scores, FloatRow numerators, FloatRow weights);

}  // namespace heed::lab
