#include "visible_keys.h"

#include <algorithm>
#include <limits>

namespace heed::fused {

namespace {

// a + b, stopping at the ends of int64: offsets and windows may be any integer.
std::int64_t clamped_sum(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  if (b < 0) return a < lowest - b ? lowest : a + b;
  return a > highest - b ? highest : a + b;
}

}  // namespace

KeyRange visible_keys(const Request& request, std::int64_t batch, std::int64_t query) {
  KeyRange range{0, request.key_lengths ? request.key_lengths[batch] : request.k.size[2]};
  const bool bottom_right = request.causal == Causal::kBottomRight;
  const std::int64_t offset = bottom_right ? range.end - request.q.size[2] : request.causal_offset.value_or(0);
  const auto end_at = [&](std::int64_t end) { range.end = std::min(range.end, end); };

  // The diagonal, query + offset, may lie far outside of the keys. The sums are ordered so that none is clamped that
  // the next would bring back.
  if (request.causal != Causal::kNone) end_at(clamped_sum(query + 1, offset));
  if (request.window_right) end_at(clamped_sum(clamped_sum(offset, *request.window_right), query + 1));
  if (request.window_left) range.first = std::max(range.first, clamped_sum(query - *request.window_left, offset));
  return range;
}

}  // namespace heed::fused
