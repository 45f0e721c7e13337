#include "normalise.h"

#include <cmath>
#include <limits>

#include "../steps/softmax.h"

namespace heed::lab {

namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

float exponential(float score) { return static_cast<float>(std::exp(double{score})); }

}  // namespace

float normalise(Normalisation rule, ConstRow scores, FloatRow numerators, FloatRow weights) {
  const float largest = steps::row_max(scores);
  const std::int64_t count = scores.size;
  bool ruled = true;  // whether there is a rule for a row that is masked everywhere, instead of 0 / 0
  switch (rule) {
    case Normalisation::kNaive:
      for (std::int64_t key = 0; key < count; ++key) numerators[key] = exponential(scores[key]);
      ruled = false;
      break;
    case Normalisation::kPlain:
      for (std::int64_t key = 0; key < count; ++key) numerators[key] = scores[key];
      ruled = false;
      break;
    case Normalisation::kHard:
      for (std::int64_t key = 0; key < count; ++key)
        numerators[key] = scores[key] == largest && largest != kMasked ? 1.0f : 0.0f;
      break;
    case Normalisation::kSoftmax:
      steps::exponentials(scores, largest, numerators);
  }
  const float sum = steps::row_sum(numerators);
  steps::weights(numerators, ruled ? largest : 0, sum, weights);
  return sum;
}

}  // namespace heed::lab
