// The gradient inside one row: from the loss by the row's output to the loss by each of its scores. Leaves out what is
// summed over rows.
#pragma once
#include "../fused/query.h"

namespace heed::fused {

// A row's softmax, as far as the weight of any of its scores can be had from it.
struct RowState {
  double max, sum;        // weight = exp(score - max) / sum; from log-sum-exp: max = log-sum-exp, sum = 1
  double mean_by_weight;  // sum over j of w_j (grad_output . v_j) = grad_output . output
};
constexpr std::int64_t kStateDoubles = sizeof(RowState) / sizeof(double);

struct GradientRow {
  Query query;
  ConstRow grad_output;
  RowState state;
};

// Not used by a row that sees no key.
RowState state_of(const GradientRow& row);
RowState state_from_forward(const GradientRow& row, ConstRow output, float log_sum_exp);

// One key of a row: its weight, and the loss by its score after bias and before scale.
struct ScoreGradient {
  bool seen = false;  // false: masked, or a score of -Infinity; what stands in the key must not be multiplied
  double weight = 0, by_biased = 0, by_raw = 0;
};
ScoreGradient score_gradient(const GradientRow& row, std::int64_t key);

}  // namespace heed::fused
