// What happens to the scores of one query between scale and softmax: softcap, bias, mask. Leaves out score and scale,
// which the tiles do.
#pragma once
#include "query.h"

namespace heed::fused {

struct ScoreRules {
  KeyRange visible;   // within 0 ... m
  ConstMaskRow mask;  // data == nullptr: none
  ConstRow bias;      // likewise
  float softcap;      // 0: off
  bool plain;         // none of the three
};
ScoreRules rules_at(const Request& request, Place at);

// The nearest scale that a float can hold.
float float_scale(const Request& request);

// scores[i] belongs to key first + i. A key that may not be seen gets -Infinity, whatever its score: NaN too.
// Writes `count` scores and no more.
void apply(const ScoreRules& rules, std::int64_t first, std::int64_t count, float* scores);

}  // namespace heed::fused
