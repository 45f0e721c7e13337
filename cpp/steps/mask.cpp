#include "mask.h"

#include <algorithm>
#include <limits>

namespace heed::steps {

namespace {

using Limits = std::numeric_limits<std::int64_t>;

// Offsets and windows may be any integer, so a plain sum could overflow.
std::int64_t saturating_add(std::int64_t left, std::int64_t right) {
  if (right > 0 && left > Limits::max() - right) return Limits::max();
  if (right < 0 && left < Limits::min() - right) return Limits::min();
  return left + right;
}

}  // namespace

KeyRange visible_keys(const Request& request, std::int64_t batch, std::int64_t query) {
  const std::int64_t key_length = request.key_lengths ? request.key_lengths[batch] : request.k.size[2];
  const std::int64_t offset =
      request.causal == Causal::kBottomRight ? key_length - request.q.size[2] : request.causal_offset.value_or(0);

  // query, window and offset are added in an order in which no sum saturates that a later one would bring back.
  KeyRange visible{0, key_length};
  if (request.causal != Causal::kNone) visible.last = std::min(visible.last, saturating_add(query + 1, offset));
  if (request.window_right)
    visible.last = std::min(visible.last, saturating_add(saturating_add(offset, *request.window_right), query + 1));
  if (request.window_left)
    visible.first = std::max(visible.first, saturating_add(query - *request.window_left, offset));
  return visible;
}

void mask(ConstRow scores, ConstMaskRow mask_row, KeyRange visible, FloatRow masked) {
  for (std::int64_t key = 0; key < masked.size; ++key) {
    const bool seen = key >= visible.first && key < visible.last && (!mask_row.data || mask_row[key] != 0);
    masked[key] = seen ? scores[key] : -std::numeric_limits<float>::infinity();
  }
}

}  // namespace heed::steps
