#include "tiles.h"

#include <algorithm>
#include <cmath>

namespace heed::fused {

namespace {

// ---- the register tile --------------------------------------------------------------------------------------------

// 4 rows of a panel's width. Members and no arrays: a register has no address.
struct Sums {
  Lanes left0{}, right0{}, left1{}, right1{}, left2{}, right2{}, left3{}, right3{};
};

// sums[row][column] = the sum over k < count of rows[row * RowStep + k * Step] * panel[k * kPanelWidth + column].
template <std::int64_t RowStep, std::int64_t Step>
inline Sums add_up(const float* rows, const float* panel, std::int64_t count) {
  Sums sums;
  for (const float* const end = panel + kPanelWidth * count; panel != end; panel += kPanelWidth, rows += Step) {
    const Lanes left = in_register(load_lanes(panel)), right = in_register(load_lanes(panel + kLanes));
    const Lanes row0 = load_all_lanes(rows);
    sums.left0 = multiply_add(row0, left, sums.left0);
    sums.right0 = multiply_add(row0, right, sums.right0);
    const Lanes row1 = load_all_lanes(rows + RowStep);
    sums.left1 = multiply_add(row1, left, sums.left1);
    sums.right1 = multiply_add(row1, right, sums.right1);
    const Lanes row2 = load_all_lanes(rows + 2 * RowStep);
    sums.left2 = multiply_add(row2, left, sums.left2);
    sums.right2 = multiply_add(row2, right, sums.right2);
    const Lanes row3 = load_all_lanes(rows + 3 * RowStep);
    sums.left3 = multiply_add(row3, left, sums.left3);
    sums.right3 = multiply_add(row3, right, sums.right3);
  }
  return sums;
}

// run(row, left, right) for each row.
template <class Run>
inline void each_row(const Sums& sums, const Run& run) {
  run(0, sums.left0, sums.right0);
  run(1, sums.left1, sums.right1);
  run(2, sums.left2, sums.right2);
  run(3, sums.left3, sums.right3);
}

inline void store_both(float* to, Lanes left, Lanes right) {
  store_lanes(to, left);
  store_lanes(to + kLanes, right);
}

}  // namespace

// Wider than a block: what came before waits in `scores`.
[[gnu::noinline]] void score_tile(const float* queries, const float* keys, std::int64_t width, float scale,
                                  float* scores) {
  for (std::int64_t column = 0;; column += kBlockKeys) {
    const bool last = width - column <= kBlockKeys;
    const Lanes factor = all_lanes(last ? scale : 1);
    each_row(add_up<1, kTileRows>(queries + column * kTileRows, keys + column * kPanelWidth,
                                  last ? width - column : kBlockKeys),
             [&](std::int64_t row, Lanes left, Lanes right) {
               float* const to = scores + row * kBlockKeys;
               if (column > 0) {
                 left += load_lanes(to);
                 right += load_lanes(to + kLanes);
               }
               store_both(to, left * factor, right * factor);
             });
    if (last) return;
  }
}

// Run by run, and the runs of a block before the blocks: many additions of one small number to a large one would all be
// rounded the same way.
[[gnu::noinline]] void blend_tile(const float* weights, const float* values, std::int64_t first, std::int64_t end,
                                  const float* shrink, float* blended, std::int64_t row_stride) {
  float of_block[kTileRows * kPanelWidth] = {};
  std::int64_t key = first;
  do {
    const std::int64_t next = std::min(end, end_of_run(key));
    each_row(add_up<kBlockKeys, 1>(weights + key, values + key * kPanelWidth, next - key),
             [&](std::int64_t row, Lanes left, Lanes right) {
               float* const kept = of_block + row * kPanelWidth;
               left += load_lanes(kept);
               right += load_lanes(kept + kLanes);
               if (next != end) return store_both(kept, left, right);
               float* const to = blended + row * row_stride;
               const Lanes factor = all_lanes(shrink[row]);
               store_both(to, multiply_add(factor, load_lanes(to), left),
                          multiply_add(factor, load_lanes(to + kLanes), right));
             });
    key = next;
  } while (key < end);
}

[[gnu::noinline]] void blend_rows_tile(const float* weights, const float* values, std::int64_t count, float* blended,
                                       std::int64_t row_stride) {
  each_row(add_up<1, kBlockKeys>(weights, values, count), [&](std::int64_t row, Lanes left, Lanes right) {
    float* const to = blended + row * row_stride;
    store_both(to, load_lanes(to) + left, load_lanes(to + kLanes) + right);
  });
}

// ---- layouts ------------------------------------------------------------------------------------------------------

namespace {

// to[column * to_step + row] = row[column], for `count` <= 4 rows and a row of zeros for each that is missing.
void interleave(const ConstRow* rows, std::int64_t count, std::int64_t width, float* to, std::int64_t to_step) {
  std::int64_t column = 0;
  if (count == 4 && rows[0].stride == 1)
    for (; column + 4 <= width; column += 4) {
      Float4 a = load4(rows[0].data + column), b = load4(rows[1].data + column), c = load4(rows[2].data + column),
             d = load4(rows[3].data + column);
      transpose4(a, b, c, d);
      float* const at = to + column * to_step;
      store4(at, a);
      store4(at + to_step, b);
      store4(at + 2 * to_step, c);
      store4(at + 3 * to_step, d);
    }
  for (; column < width; ++column)
    for (std::int64_t row = 0; row < 4; ++row) to[column * to_step + row] = row < count ? rows[row][column] : 0;
}

void clear_not_finite(float* packed, std::int64_t count, std::int64_t panel_stride, std::int64_t panel_count) {
  for (std::int64_t panel = 0; panel < panel_count; ++panel)
    for (std::int64_t i = 0; i < count * kPanelWidth; ++i) {
      float& value = packed[panel * panel_stride + i];
      if (!std::isfinite(value)) value = 0;
    }
}

}  // namespace

void pack_queries(const ConstRow* rows, std::int64_t count, std::int64_t width, float* packed) {
  interleave(rows, count, width, packed, kTileRows);
}

void pack_keys(const ConstTensor& keys, std::int64_t batch, std::int64_t head, std::int64_t first, std::int64_t count,
               float* packed) {
  const std::int64_t width = keys.size[3];
  for (std::int64_t key = 0; key < padded(count); key += 4) {
    ConstRow rows[4];
    const std::int64_t there = std::clamp<std::int64_t>(count - key, 0, 4);
    for (std::int64_t row = 0; row < there; ++row) rows[row] = keys.row(batch, head, first + key + row);
    const std::int64_t in_panel = key % kPanelWidth;
    interleave(rows, there, width, packed + (key - in_panel) * width + in_panel, kPanelWidth);
  }
}

bool pack_values(const ConstTensor& values, std::int64_t batch, std::int64_t head, std::int64_t first,
                 std::int64_t count, std::int64_t panel_stride, float* packed) {
  const std::int64_t width = values.size[3], row_stride = values.stride[2], column_stride = values.stride[3];
  Lanes zero{};  // NaN once something was not finite
  for (std::int64_t panel = 0; panel < panels(width); ++panel) {
    const float* from = &values.at(batch, head, first, panel * kPanelWidth);
    float* to = packed + panel * panel_stride;
    const std::int64_t columns = std::min(kPanelWidth, width - panel * kPanelWidth);
    for (std::int64_t key = 0; key < count; ++key, from += row_stride, to += kPanelWidth) {
      float part[kPanelWidth] = {};
      const bool whole = columns == kPanelWidth && column_stride == 1;
      for (std::int64_t i = 0; !whole && i < columns; ++i) part[i] = from[i * column_stride];
      const Lanes left = load_lanes(whole ? from : part), right = load_lanes(whole ? from + kLanes : part + kLanes);
      zero = multiply_add(left, all_lanes(0), multiply_add(right, all_lanes(0), zero));
      store_lanes(to, left);
      store_lanes(to + kLanes, right);
    }
  }
  if (sum_of(zero) == 0) return true;
  clear_not_finite(packed, count, panel_stride, panels(width));
  return false;
}

}  // namespace heed::fused
