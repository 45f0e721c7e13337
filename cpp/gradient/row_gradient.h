// The loss by the scores of one row, as far as its softmax is known. Leaves out the products with queries, keys and
// values on either side of it.
#pragma once
#include "../fused/fused_attention.h"
#include "../fused/score_rules.h"

namespace heed::fused {

// slope[i] = the raw score's factor on its way to the biased one: scale * (1 - tanh^2). `count` scaled scores, a
// multiple of kLanes.
void fill_slope(const ScoreRules& rules, float scale, std::int64_t count, const float* scores, float* slope);

// From scaled scores in `weights` and grad_output . v in `by_score`, to the row's weights, and to the loss by each
// score times its slope. weights[i] belongs to key first + i. A key that is masked, or scores -Infinity, takes no part:
// NaN times 0 must not come in.
void finish_row(const ScoreRules& rules, const RowState& state, std::int64_t first, std::int64_t count,
                const float* slope, float* weights, float* by_score);

}  // namespace heed::fused
