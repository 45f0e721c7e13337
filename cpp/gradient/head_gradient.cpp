#include "head_gradient.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "../fused/float_count.h"
#include "../fused/tiles.h"
#include "row_gradient.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kRows = 64;  // of a block of rows: the longest sum over rows that is added up in one go
// Each chunk but the first may want a grad_q of its own for all rows; one of fewer blocks would pack rows too often.
constexpr std::int64_t kMostChunks = 8, kLeastBlocks = 2;
constexpr float kOnes[kTileRows] = {1, 1, 1, 1};

std::int64_t block_count(std::int64_t keys) { return keys / kBlockKeys + (keys % kBlockKeys != 0); }

// The job's sizes, and what lies where in its scratch.
struct Head {
  const HeadJob& job;
  const ConstTensor &q, &k, &v;
  std::int64_t batch, kv_head, first_head, rows;
  std::int64_t first_key, key_count;
  std::int64_t key_width, value_width, key_columns, value_columns;
  float scale;
  // Of all its keys. `keys` and `values` are panels of keys, to be multiplied with a row; key_values are panels of
  // values.
  float *keys, *values, *key_values, *grad_k, *grad_v, *spoilt;
  // Of one block of rows. The tiles are to be multiplied with keys; the panels are panels of values.
  float *query_tiles, *grad_tiles, *query_panels, *grad_panels, *grad_q, *weights, *by_raw;

  explicit Head(const HeadJob& of)
      : job(of),
        q(of.request.q),
        k(of.request.k),
        v(of.request.v),
        batch(of.head / k.size[1]),
        kv_head(of.head % k.size[1]),
        first_head(kv_head * (q.size[1] / k.size[1])),
        rows(q.size[1] / k.size[1] * q.size[2]),
        first_key(of.first_key),
        key_count(of.key_count),
        key_width(q.size[3]),
        value_width(v.size[3]),
        key_columns(padded(key_width)),
        value_columns(padded(value_width)),
        scale(float_scale(of.request)) {
    float* free = of.scratch;
    const auto take = [&](std::int64_t floats) { return std::exchange(free, free + floats); };
    const std::int64_t all = padded(key_count);
    keys = take(all * key_width);
    values = take(all * value_width);
    key_values = take(all * key_columns);
    grad_k = take(all * key_columns);
    grad_v = take(all * value_columns);
    spoilt = take(block_count(key_count));
    query_tiles = take(kRows * key_width);
    grad_tiles = take(kRows * value_width);
    query_panels = take(kRows * key_columns);
    grad_panels = take(kRows * value_columns);
    grad_q = take(kRows * key_columns);
    weights = take(kRows * kBlockKeys);
    by_raw = take(kRows * kBlockKeys);
  }

  Place place(std::int64_t row) const { return {batch, first_head + row / q.size[2], row % q.size[2]}; }
};

struct Rows {
  std::int64_t count;
  bool finite;  // their queries and grad_output
  Place at[kRows];
  ScoreRules rules[kRows];
};

// Keys of one block that any of the rows sees: counted from the block's first. `whole`: all panels with such a key.
struct Keys {
  std::int64_t first_key, offset;  // of the block: in the head, in the job
  KeyRange seen, whole;
};

// From scaled scores in `weights` and grad_output . v in `by_raw`, to what their names say.
void finish_row(const Head& head, const Rows& rows, std::int64_t row, const Keys& keys) {
  const RowState& state = head.job.states[row_of(head.job.request, rows.at[row])];
  const std::int64_t start = row * kBlockKeys + keys.whole.first, count = keys.whole.end - keys.whole.first;
  float *const weights = head.weights + start, *const by_raw = head.by_raw + start;
  float slope[kBlockKeys];
  fill_slope(rows.rules[row], head.scale, count, weights, slope);
  finish_row(rows.rules[row], state, keys.first_key + keys.whole.first, count, slope, weights, by_raw);
}

// ---- products ------------------------------------------------------------------------------------------------------

void score(const Head& head, const Rows& rows, const Keys& keys) {
  for (std::int64_t key = keys.whole.first; key < keys.whole.end; key += kPanelWidth)
    for (std::int64_t row = 0; row < rows.count; row += kTileRows) {
      const std::int64_t panel = keys.offset + key, at = row * kBlockKeys + key;
      score_tile(head.query_tiles + row * head.key_width, head.keys + panel * head.key_width, head.key_width,
                 head.scale, head.weights + at);
      score_tile(head.grad_tiles + row * head.value_width, head.values + panel * head.value_width, head.value_width, 1,
                 head.by_raw + at);
    }
}

void add_by_tiles(const Head& head, const Rows& rows, const Keys& keys) {
  for (std::int64_t panel = 0; panel < head.key_columns; panel += kPanelWidth)
    for (std::int64_t row = 0; row < rows.count; row += kTileRows)
      blend_tile(head.by_raw + row * kBlockKeys, head.key_values + panel * head.key_count + keys.offset * kPanelWidth,
                 keys.seen.first, keys.seen.end, kOnes, head.grad_q + row * head.key_columns + panel, head.key_columns);
  for (std::int64_t key = keys.whole.first; key < keys.whole.end; key += kTileRows) {
    const std::int64_t at = keys.offset + key;
    for (std::int64_t panel = 0; panel < head.key_columns; panel += kPanelWidth)
      blend_rows_tile(head.by_raw + key, head.query_panels + panel * kRows, rows.count,
                      head.grad_k + at * head.key_columns + panel, head.key_columns);
    for (std::int64_t panel = 0; panel < head.value_columns; panel += kPanelWidth)
      blend_rows_tile(head.weights + key, head.grad_panels + panel * kRows, rows.count,
                      head.grad_v + at * head.value_columns + panel, head.value_columns);
  }
}

void spoil(ConstRow row, float* sums) {
  for (std::int64_t i = 0; i < row.size; ++i)
    if (!std::isfinite(row[i])) sums[i] = std::numeric_limits<float>::quiet_NaN();
}

// A number that is not finite was packed as 0. Whatever it takes part in becomes NaN in its column.
void spoil_by_pairs(const Head& head, const Rows& rows, const Keys& keys) {
  for (std::int64_t row = 0; row < rows.count; ++row)
    for (std::int64_t key = keys.seen.first; key < keys.seen.end; ++key) {
      const Place at = rows.at[row];
      const std::int64_t pair = row * kBlockKeys + key, index = keys.offset + key;
      if (head.weights[pair] == 0 && head.by_raw[pair] == 0) continue;
      spoil(head.k.row(head.batch, head.kv_head, keys.first_key + key), head.grad_q + row * head.key_columns);
      spoil(head.q.row(at.batch, at.head, at.query), head.grad_k + index * head.key_columns);
      spoil(head.job.grad_output.row(at.batch, at.head, at.query), head.grad_v + index * head.value_columns);
    }
}

// ---- blocks --------------------------------------------------------------------------------------------------------

void start_keys(const Head& head) {
  for (std::int64_t block = 0; block < block_count(head.key_count); ++block) {
    const std::int64_t offset = block * kBlockKeys, first = head.first_key + offset;
    const std::int64_t count = std::min(kBlockKeys, head.key_count - offset);
    pack_keys(head.k, head.batch, head.kv_head, first, count, head.keys + offset * head.key_width);
    pack_keys(head.v, head.batch, head.kv_head, first, count, head.values + offset * head.value_width);
    const bool finite = pack_values(head.k, head.batch, head.kv_head, first, count, head.key_count * kPanelWidth,
                                    head.key_values + offset * kPanelWidth);
    head.spoilt[block] = finite ? 0 : 1;
  }
  std::fill_n(head.grad_k, padded(head.key_count) * head.key_columns, 0.0f);
  std::fill_n(head.grad_v, padded(head.key_count) * head.value_columns, 0.0f);
}

// Packs row by row of whichever heads they are from.
bool pack_rows(const Head& head, const Rows& rows, const ConstTensor& from, float* tiles, float* panels) {
  const std::int64_t width = from.size[3];
  bool finite = true;
  for (std::int64_t row = 0; row < rows.count; row += kTileRows) {
    ConstRow tile[kTileRows];
    const std::int64_t count = std::min(kTileRows, rows.count - row);
    for (std::int64_t i = 0; i < count; ++i) {
      const Place at = rows.at[row + i];
      tile[i] = from.row(at.batch, at.head, at.query);
    }
    pack_queries(tile, count, width, tiles + row * width);
  }
  for (std::int64_t row = 0, run; row < rows.count; row += run) {
    const Place at = rows.at[row];
    run = std::min(rows.count - row, head.q.size[2] - at.query);
    finite &= pack_values(from, at.batch, at.head, at.query, run, kRows * kPanelWidth, panels + row * kPanelWidth);
  }
  return finite;
}

void start_rows(const Head& head, std::int64_t first, Rows& rows) {
  rows.count = std::min(kRows, head.rows - first);
  for (std::int64_t row = 0; row < rows.count; ++row) {
    rows.at[row] = head.place(first + row);
    rows.rules[row] = rules_at(head.job.request, rows.at[row]);
  }
  rows.finite = pack_rows(head, rows, head.q, head.query_tiles, head.query_panels);
  rows.finite &= pack_rows(head, rows, head.job.grad_output, head.grad_tiles, head.grad_panels);
}

KeyRange seen_by_any(const Rows& rows, KeyRange within) {
  KeyRange seen{within.end, within.first};
  for (std::int64_t row = 0; row < rows.count; ++row) {
    const KeyRange visible = rows.rules[row].visible;
    if (visible.first >= visible.end) continue;
    seen.first = std::min(seen.first, std::max(visible.first, within.first));
    seen.end = std::max(seen.end, std::min(visible.end, within.end));
  }
  return seen;
}

void meet(const Head& head, const Rows& rows, std::int64_t offset) {
  const std::int64_t first = head.first_key + offset;
  const KeyRange seen = seen_by_any(rows, {first, first + std::min(head.key_count - offset, kBlockKeys)});
  if (seen.first >= seen.end) return;
  Keys keys{first, offset, {seen.first - first, seen.end - first}, {}};
  keys.whole = {keys.seen.first / kPanelWidth * kPanelWidth, padded(keys.seen.end)};
  score(head, rows, keys);
  for (std::int64_t row = 0; row < rows.count; ++row) finish_row(head, rows, row, keys);
  add_by_tiles(head, rows, keys);
  if (!rows.finite || head.spoilt[offset / kBlockKeys] != 0) spoil_by_pairs(head, rows, keys);
}

// Takes the place of what is there, or adds to it.
void store(const float* sums, FloatRow row, bool adds) {
  for (std::int64_t i = 0; i < row.size; ++i) row[i] = adds ? row[i] + sums[i] : sums[i];
}

// Keys of a chunk, whose first is `first` of the job.
void meet_chunk(const Head& head, const Rows& rows, std::int64_t first) {
  std::fill_n(head.grad_q, kRows * head.key_columns, 0.0f);
  const std::int64_t end = std::min(first + chunk_keys(head.job.request), head.key_count);
  for (std::int64_t key = first; key < end; key += kBlockKeys) meet(head, rows, key);
  for (std::int64_t row = 0; row < rows.count; ++row) {
    const Place at = rows.at[row];
    store(head.grad_q + row * head.key_columns, head.job.grad_q.row(at.batch, at.head, at.query), first > 0);
  }
}

}  // namespace

std::int64_t chunk_keys(const Request& request) {
  return kBlockKeys * std::max(kLeastBlocks, (block_count(request.k.size[2]) + kMostChunks - 1) / kMostChunks);
}

std::int64_t head_scratch_floats(const Request& request, std::int64_t key_count) {
  const std::int64_t keys = padded(key_count), key_width = request.q.size[3], value_width = request.v.size[3];
  const std::int64_t key_columns = padded(key_width), value_columns = padded(value_width);
  return FloatCount()
      .add(keys, key_width)
      .add(keys, value_width)
      .add(2 * keys, key_columns)
      .add(keys, value_columns)
      .add(1, block_count(keys))
      .add(kRows, key_width)
      .add(kRows, value_width)
      .add(2 * kRows, key_columns)
      .add(kRows, value_columns)
      .add(2 * kRows, kBlockKeys)
      .count();
}

void fill_head(const HeadJob& job, Gradient& gradient) {
  const Head head(job);
  start_keys(head);
  for (std::int64_t first = 0; first < head.rows; first += kRows) {
    Rows rows;
    start_rows(head, first, rows);
    std::int64_t key = 0;
    do {  // without keys too: grad_q is 0 then
      meet_chunk(head, rows, key);
    } while ((key += chunk_keys(job.request)) < head.key_count);
  }
  for (std::int64_t key = 0; key < head.key_count; ++key) {
    const std::int64_t row = head.first_key + key;
    store(head.grad_k + key * head.key_columns, gradient.grad_k.row(head.batch, head.kv_head, row), false);
    store(head.grad_v + key * head.value_columns, gradient.grad_v.row(head.batch, head.kv_head, row), false);
  }
}

}  // namespace heed::fused
