#include "row_gradient.h"

#include "../fused/exp_lanes.h"

namespace heed::fused {

void fill_slope(const ScoreRules& rules, float scale, std::int64_t count, const float* scores, float* slope) {
  for (std::int64_t i = 0; i < count; i += kLanes) {
    const Lanes bent = rules.softcap > 0 ? tanh_lanes(load_lanes(scores + i) / all_lanes(rules.softcap)) : all_lanes(0);
    store_lanes(slope + i, all_lanes(scale) * (all_lanes(1) - bent * bent));
  }
}

void finish_row(const ScoreRules& rules, const RowState& state, std::int64_t first, std::int64_t count,
                const float* slope, float* weights, float* by_score) {
  const Lanes max = all_lanes(static_cast<float>(state.max)), share = all_lanes(static_cast<float>(1 / state.sum)),
              mean = all_lanes(static_cast<float>(state.mean_by_weight));
  apply(rules, first, count, weights);
  for (std::int64_t i = 0; i < count; i += kLanes) {
    const Lanes score = load_lanes(weights + i), below = score - max;
    const IntLanes masked = score == all_lanes(kMasked);
    // A score of this engine is at most the largest; one of another engine's forward may be off by a rounding.
    const Lanes weight = zero_where(masked, exp_lanes(zero_where(below > all_lanes(0), below)) * share);
    store_lanes(weights + i, weight);
    store_lanes(by_score + i, zero_where(masked, weight * (load_lanes(by_score + i) - mean) * load_lanes(slope + i)));
  }
}

}  // namespace heed::fused
