#include "fused_attention.h"

#include <algorithm>
#include <atomic>

#include "decode.h"
#include "online_softmax.h"
#include "plan.h"
#include "rows_in_parallel.h"
#include "score_rules.h"

namespace heed::fused {

namespace {

// The rows of a block on their way: what the softmax and the blend have come to, after the key blocks so far.
struct RowBlock {
  std::int64_t head, first, count;  // of the head's rows: those of its query heads one behind the other
  Place at[kBlockRows];
  ScoreRules rules[kBlockRows];
  OnlineSoftmax softmax[kBlockRows];
  float total_max[kBlockRows];  // what the totals are relative to
};

// ---- one tile: 4 rows, one block of keys --------------------------------------------------------------------------

struct KeyBlock {
  std::int64_t index, first_key, key_count;
  const float* keys;  // panels; of a query alone nullptr, and no values either
  ValuePanels values;
};

struct Tile {
  const Plan& plan;
  const Worker& worker;
  RowBlock& rows;
  const KeyBlock& block;              // ranges of keys below are counted from its first
  std::int64_t first_row, row_count;  // in `rows`
  float* blended() const { return worker.blended + first_row * plan.value_columns; }
};

// One row of scores for each query, kBlockKeys apart.
using Scores = float[kTileRows * kBlockKeys];

// The keys that any row of the tile sees, of those from first to end - 1.
KeyRange seen_by_any(const RowBlock& rows, std::int64_t first_row, std::int64_t row_count, KeyRange within) {
  KeyRange seen{within.end, within.first};
  for (std::int64_t row = first_row; row < first_row + row_count; ++row) {
    const KeyRange visible = rows.rules[row].visible;
    if (visible.first >= visible.end) continue;
    seen.first = std::min(seen.first, std::max(visible.first, within.first));
    seen.end = std::max(seen.end, std::min(visible.end, within.end));
  }
  return seen;
}

// score and scale, for whole panels
void score(const Tile& tile, KeyRange keys, Scores& scores) {
  const Plan& plan = tile.plan;
  const float* const queries = tile.worker.queries + tile.first_row * plan.key_width;
  if (plan.alone) {
    const ConstRow key = plan.row(plan.request.k, tile.rows.head, tile.block.first_key + keys.first);
    const std::int64_t there = std::min(keys.end, tile.block.key_count) - keys.first;
    std::fill(scores + keys.first, scores + keys.end, 0.0f);
    return score_row(queries, key.data, plan.request.k.stride[2], there, plan.key_width, plan.scale,
                     scores + keys.first);
  }
  for (std::int64_t key = keys.first; key < keys.end; key += kPanelWidth)
    score_tile(queries, tile.block.keys + key * plan.key_width, plan.key_width, plan.scale, scores + key);
}

// softcap, bias and mask. With weights asked for, the scores are kept there for now.
void finish_scores(const Tile& tile, KeyRange keys, const Result& result, Scores& scores) {
  for (std::int64_t row = 0; row < tile.row_count; ++row) {
    const std::int64_t index = tile.first_row + row;
    float* const own = scores + row * kBlockKeys;
    apply(tile.rows.rules[index], tile.block.first_key + keys.first, keys.end - keys.first, own + keys.first);
    if (!result.weights.data) continue;
    const Place at = tile.rows.at[index];
    const FloatRow weights = result.weights.row(at.batch, at.head, at.query);
    const std::int64_t end = std::min(keys.end, weights.size - tile.block.first_key);
    for (std::int64_t key = keys.first; key < end; ++key) weights[tile.block.first_key + key] = own[key];
  }
}

// A value that is not finite was packed as 0. Whoever sees its key, be it with a weight of 0, gets NaN in its column.
void spoil(const Tile& tile, KeyRange keys, const Scores& scores) {
  for (std::int64_t key = keys.first; key < keys.end; ++key) {
    const ConstRow value = tile.plan.row(tile.plan.request.v, tile.rows.head, tile.block.first_key + key);
    for (std::int64_t column = 0; column < value.size; ++column) {
      if (std::isfinite(value[column])) continue;
      for (std::int64_t row = 0; row < tile.row_count; ++row)
        if (scores[row * kBlockKeys + key] != kMasked)
          tile.blended()[row * tile.plan.value_columns + column] = std::numeric_limits<float>::quiet_NaN();
    }
  }
}

void softmax(const Tile& tile, KeyRange keys, Scores& scores, float (&shrink)[kTileRows]) {
  for (std::int64_t row = 0; row < kTileRows; ++row) {
    float* const own = scores + row * kBlockKeys + keys.first;
    const bool there = row < tile.row_count;
    shrink[row] = there ? tile.rows.softmax[tile.first_row + row].take(own, keys.end - keys.first) : 1;
    if (!there) std::fill_n(own, keys.end - keys.first, 0.0f);
  }
}

bool any_masked(const Scores& scores, KeyRange keys) {
  return std::find(scores + keys.first, scores + keys.end, kMasked) != scores + keys.end;
}

void attend_tile(const Tile& tile, const Result& result) {
  const Plan& plan = tile.plan;
  const std::int64_t first = tile.block.first_key;
  KeyRange keys = seen_by_any(tile.rows, tile.first_row, tile.row_count, {first, first + tile.block.key_count});
  if (keys.first >= keys.end) return;
  keys = {keys.first - first, keys.end - first};
  const KeyRange whole{keys.first / kPanelWidth * kPanelWidth, padded(keys.end)};  // panels
  Scores scores;
  score(tile, whole, scores);
  finish_scores(tile, whole, result, scores);

  float shrink[kTileRows];
  if (plan.alone && !any_masked(scores, keys)) {
    softmax(tile, whole, scores, shrink);
    const ConstRow value = plan.row(plan.request.v, tile.rows.head, tile.block.first_key + keys.first);
    return blend_row(scores + keys.first, value.data, plan.request.v.stride[2], keys.end - keys.first, plan.value_width,
                     shrink[0], tile.worker.panels, tile.blended());
  }
  const ValuePanels values =
      plan.alone ? value_panels(plan, tile.rows.head, tile.block.index, tile.worker) : tile.block.values;
  if (!values.finite) spoil(tile, keys, scores);
  softmax(tile, whole, scores, shrink);
  for (std::int64_t panel = 0; panel < panels(plan.value_width); ++panel)
    blend_tile(scores + keys.first, values.data + panel * values.stride + keys.first * kPanelWidth,
               keys.end - keys.first, shrink, tile.blended() + panel * kPanelWidth, plan.value_columns);
}

// ---- a block of rows ----------------------------------------------------------------------------------------------

void start(const Plan& plan, std::int64_t head, std::int64_t first, const Worker& worker, RowBlock& rows,
           const Result& result) {
  rows.head = head;
  rows.first = first;
  rows.count = std::min(kBlockRows, plan.rows_in_head - first);
  for (std::int64_t row = 0; row < rows.count; ++row) {
    const Place at = rows.at[row] = plan.place(head, first + row);
    rows.rules[row] = rules_at(plan.request, at);
    rows.softmax[row] = {};
    rows.total_max[row] = kMasked;
    if (result.weights.data) {
      const FloatRow weights = result.weights.row(at.batch, at.head, at.query);
      for (std::int64_t key = 0; key < weights.size; ++key) weights[key] = kMasked;
    }
  }
  for (std::int64_t row = 0; row < rows.count; row += kTileRows) {
    ConstRow tile[kTileRows];
    const std::int64_t count = std::min(kTileRows, rows.count - row);
    for (std::int64_t i = 0; i < count; ++i) {
      const Place at = rows.at[row + i];
      tile[i] = plan.request.q.row(at.batch, at.head, at.query);
    }
    pack_queries(tile, count, plan.key_width, worker.queries + row * plan.key_width);
  }
  std::fill_n(worker.blended, padded_rows(rows.count) * plan.value_columns, 0.0f);
  if (worker.totals) std::fill_n(worker.totals, rows.count * plan.value_columns, 0.0);
}

// Moves what was blended to the totals: float sums may become no longer than this.
void add_to_totals(const Plan& plan, const Worker& worker, RowBlock& rows) {
  for (std::int64_t row = 0; row < rows.count; ++row) {
    const float max = rows.softmax[row].max(), before = rows.total_max[row];
    const double shrink = max == before ? 1 : std::exp(double{before} - double{max});
    float* const blended = worker.blended + row * plan.value_columns;
    double* const totals = worker.totals + row * plan.value_columns;
    for (std::int64_t column = 0; column < plan.value_columns; ++column) {
      totals[column] = totals[column] * shrink + double{blended[column]};
      blended[column] = 0;
    }
    rows.total_max[row] = max;
  }
}

// weights hold scores until here
void store_row(const Plan& plan, const Worker& worker, const RowBlock& rows, std::int64_t row, const Result& result) {
  const Place at = rows.at[row];
  const OnlineSoftmax& softmax = rows.softmax[row];
  const FloatRow output = result.output.row(at.batch, at.head, at.query);
  const float* const blended = worker.blended + row * plan.value_columns;
  const double* const totals = worker.totals + row * plan.value_columns;
  const auto sum = static_cast<float>(softmax.sum());
  for (std::int64_t column = 0; column < output.size; ++column) {
    const float whole = worker.totals ? static_cast<float>(totals[column]) : blended[column];
    output[column] = softmax.is_masked() ? 0 : whole / sum;
  }
  if (result.log_sum_exp.data) result.log_sum_exp.at(at.batch, at.head, at.query, 0) = softmax.log_sum_exp();
  if (!result.weights.data) return;
  const FloatRow weights = result.weights.row(at.batch, at.head, at.query);
  for (std::int64_t key = 0; key < weights.size; ++key) weights[key] = softmax.weight(weights[key]);
}

KeyBlock key_block(const Plan& plan, std::int64_t head, std::int64_t index, const Worker& worker) {
  KeyBlock block{index, index * kBlockKeys, plan.block_count(index), nullptr, {}};
  if (plan.alone) return block;
  block.keys = key_panels(plan, head, index, worker);
  block.values = value_panels(plan, head, index, worker);
  return block;
}

std::int64_t attend_block(const Plan& plan, std::int64_t head, std::int64_t first_row, const Worker& worker,
                          const Result& result) {
  RowBlock rows;
  start(plan, head, first_row, worker, rows, result);
  const KeyRange seen = seen_by_any(rows, 0, rows.count, {0, plan.key_count});
  for (std::int64_t block = seen.first / kBlockKeys; block * kBlockKeys < seen.end; ++block) {
    const KeyBlock keys = key_block(plan, head, block, worker);
    for (std::int64_t row = 0; row < rows.count; row += kTileRows)
      attend_tile({plan, worker, rows, keys, row, std::min(kTileRows, rows.count - row)}, result);
    if (worker.totals && (block + 1) % kBlocksInFloat == 0) add_to_totals(plan, worker, rows);
  }
  if (worker.totals) add_to_totals(plan, worker, rows);
  std::int64_t masked = 0;
  for (std::int64_t row = 0; row < rows.count; ++row) {
    store_row(plan, worker, rows, row, result);
    masked += rows.softmax[row].is_masked();
  }
  return masked;
}

}  // namespace

void attend_all(const Request& request, float* scratch, Result& result) {
  const Plan plan = plan_of(request, scratch);
  std::atomic<std::int64_t> masked_rows{0};
  for (std::int64_t head = 0; head < plan.head_count; head += plan.heads_at_once) {
    const std::int64_t heads = std::min(plan.heads_at_once, plan.head_count - head);
    if (plan.shared)
      rows_in_parallel(plan.threads, heads * plan.key_blocks, [&](int, std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) pack_shared(plan, head + i / plan.key_blocks, i % plan.key_blocks);
      });
    rows_in_parallel(plan.threads, heads * plan.row_blocks, [&](int worker, std::int64_t first, std::int64_t last) {
      std::int64_t masked = 0;
      for (std::int64_t i = first; i < last; ++i)
        masked += attend_block(plan, head + i / plan.row_blocks, i % plan.row_blocks * kBlockRows,
                               worker_scratch(plan, worker), result);
      masked_rows += masked;
    });
  }
  result.masked_rows = masked_rows;
}

}  // namespace heed::fused
