#include "score_rules.h"

#include <algorithm>

#include "exp_lanes.h"

namespace heed::fused {

namespace {

// The nearest softcap that a float can hold; one past all floats bends nothing.
float float_softcap(double softcap) {
  if (softcap <= 0 || softcap >= 0x1p+127) return 0;
  return static_cast<float>(std::max(softcap, 0x1p-126));
}

// `count` is a multiple of kLanes.
void cap(float softcap, std::int64_t count, float* scores) {
  for (std::int64_t i = 0; i < count; i += kLanes)
    store_lanes(scores + i, all_lanes(softcap) * tanh_lanes(load_lanes(scores + i) / all_lanes(softcap)));
}

void add_bias(ConstRow bias, float* scores) {
  for (std::int64_t i = 0; i < bias.size; ++i) scores[i] = bias[i] == kMasked ? kMasked : scores[i] + bias[i];
}

void hide(ConstMaskRow mask, float* scores) {
  for (std::int64_t i = 0; i < mask.size; ++i) scores[i] = mask[i] ? scores[i] : kMasked;
}

}  // namespace

float float_scale(const Request& request) {
  constexpr double largest = std::numeric_limits<float>::max();
  const double scale = request.scale.value_or(1 / std::sqrt(static_cast<double>(request.q.size[3])));
  return static_cast<float>(std::clamp(scale, -largest, largest));
}

ScoreRules rules_at(const Request& request, Place at) {
  const std::int64_t scores[4] = {request.q.size[0], request.q.size[1], request.q.size[2], request.k.size[2]};
  ScoreRules rules{visible_keys(request, at.batch, at.query), {}, {}, float_softcap(request.softcap), false};
  rules.visible.end = std::max<std::int64_t>(rules.visible.end, 0);
  rules.plain = rules.softcap == 0 && !request.mask.data && !request.bias.data;
  rules.visible.first = std::min(rules.visible.first, rules.visible.end);
  if (request.mask.data) rules.mask = broadcast(request.mask, scores).row(at.batch, at.head, at.query);
  if (request.bias.data) rules.bias = broadcast(request.bias, scores).row(at.batch, at.head, at.query);
  return rules;
}

void apply(const ScoreRules& rules, std::int64_t first, std::int64_t count, float* scores) {
  if (rules.plain && rules.visible.first <= first && rules.visible.end >= first + count) return;
  const auto within = [&](std::int64_t key) { return std::clamp<std::int64_t>(key - first, 0, count); };
  const std::int64_t start = within(rules.visible.first), end = std::max(start, within(rules.visible.end));
  if (rules.softcap > 0) cap(rules.softcap, count, scores);
  const auto part = [&](const auto& row) {
    auto seen = row;
    seen.data += (first + start) * row.stride;
    seen.size = end - start;
    return seen;
  };
  if (rules.bias.data) add_bias(part(rules.bias), scores + start);
  if (rules.mask.data) hide(part(rules.mask), scores + start);
  std::fill(scores, scores + start, kMasked);
  std::fill(scores + end, scores + count, kMasked);
}

}  // namespace heed::fused
