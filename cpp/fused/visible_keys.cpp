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
  const std::int64_t own_key = clamped_sum(query, offset);  // the diagonal; it may lie outside of the keys
  const auto end_at = [&](std::int64_t last) { range.end = std::min(range.end, clamped_sum(last, 1)); };

  if (request.causal != Causal::kNone) end_at(own_key);
  if (request.window_right) end_at(clamped_sum(own_key, *request.window_right));
  if (request.window_left) range.first = std::max(range.first, clamped_sum(own_key, -*request.window_left));
  return range;
}

}  // namespace heed::fused
