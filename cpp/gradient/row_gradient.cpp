#include "row_gradient.h"

namespace heed::fused {

namespace {

// The loss by the weight of a key.
double by_weight(const GradientRow& row, std::int64_t key) {
  return dot(row.grad_output, row.query.values.row(row.query.batch, row.query.kv_head, key));
}

// A score of this engine is at most the largest; one of another engine's forward may be off by a rounding, which for
// huge scores could be any weight at all.
double weight_of(const RowState& state, float score) {
  const double below = double{score} - state.max;
  return below > 0 ? 1 / state.sum : std::exp(below) / state.sum;
}

}  // namespace

RowState state_of(const GradientRow& row) {
  // Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018, algorithm 3.
  RowState state{double{kMasked}, 0, 0};
  for (std::int64_t key = row.query.visible.first; key < row.query.visible.end; ++key) {
    if (is_masked(row.query, key)) continue;
    const float score = biased_score(row.query, key, scaled_score(row.query, key));
    if (score == kMasked) continue;
    if (score > state.max) {  // NaN is not, but makes the sum NaN, and with it every weight
      const double shrink = std::exp(state.max - double{score});
      state = {double{score}, state.sum * shrink, state.mean_by_weight * shrink};
    }
    const double exponential = std::exp(double{score} - state.max);
    state.sum += exponential;
    state.mean_by_weight += exponential * by_weight(row, key);
  }
  state.mean_by_weight /= state.sum;
  return state;
}

RowState state_from_forward(const GradientRow& row, ConstRow output, float log_sum_exp) {
  return {double{log_sum_exp}, 1, dot(row.grad_output, output)};
}

ScoreGradient score_gradient(const GradientRow& row, std::int64_t key) {
  const Query& query = row.query;
  if (is_masked(query, key)) return {};
  const float scaled = scaled_score(query, key), score = biased_score(query, key, scaled);
  if (score == kMasked) return {};

  ScoreGradient gradient;
  gradient.seen = true;
  gradient.weight = weight_of(row.state, score);
  gradient.by_biased = gradient.weight * (by_weight(row, key) - row.state.mean_by_weight);
  const double tanh = query.softcap > 0 ? std::tanh(scaled / query.softcap) : 0;
  gradient.by_raw = query.scale * (1 - tanh * tanh) * gradient.by_biased;
  return gradient;
}

}  // namespace heed::fused
