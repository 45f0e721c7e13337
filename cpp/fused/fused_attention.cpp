#include "fused_attention.h"

#include <algorithm>
#include <atomic>

#include "decode.h"
#include "row_block.h"
#include "rows_in_parallel.h"

namespace heed::fused {

namespace {

struct KeyBlock {
  std::int64_t index, first_key, key_count;
  const float* keys;  // panels; of a query alone nullptr, and no values either
  ValuePanels values;
};

// Everything about one block of rows and one of keys.
struct Meeting {
  const Plan& plan;
  const Worker& worker;
  RowBlock& rows;
  const KeyBlock& block;
  KeyRange keys[kBlockTiles];   // that any row of the tile sees, counted from the block's first; maybe none
  KeyRange whole[kBlockTiles];  // all panels with such a key

  std::int64_t tile_count() const { return row_tiles(rows.count); }
  // A query alone has the rows of two tiles by turns: weights of one block wait in one.
  float* scores(std::int64_t row) const {
    return worker.scores + (row + (plan.alone ? block.index % 2 * kTileRows : 0)) * kBlockKeys;
  }
  float* blended(std::int64_t row) const { return worker.blended + row * plan.value_columns; }
};

// The keys that any of these rows sees, of those within.
KeyRange seen_by_any(const RowBlock& rows, std::int64_t first_row, std::int64_t last_row, KeyRange within) {
  KeyRange seen{within.end, within.first};
  for (std::int64_t row = first_row; row < last_row; ++row) {
    const KeyRange visible = rows.rules[row].visible;
    if (visible.first >= visible.end) continue;
    seen.first = std::min(seen.first, std::max(visible.first, within.first));
    seen.end = std::max(seen.end, std::min(visible.end, within.end));
  }
  return seen.first < seen.end ? seen : KeyRange{within.first, within.first};
}

// ---- score and scale ----------------------------------------------------------------------------------------------

// By turns with the blend of the block before: while one is computed, what the other reads is on its way from memory.
void score_alone(const Meeting& meeting) {
  constexpr std::int64_t turn = 16;  // keys
  const Plan& plan = meeting.plan;
  const KeyRange keys = meeting.whole[0];
  const std::int64_t end = std::min(keys.end, meeting.block.key_count), stride = plan.request.k.stride[2];
  const ConstRow first = plan.row(plan.request.k, meeting.rows.head, meeting.block.first_key);
  float* const scores = meeting.scores(0);
  std::fill(scores + end, scores + keys.end, 0.0f);
  for (std::int64_t key = keys.first; key < end; key += turn) {
    score_row(meeting.worker.queries, first.data + key * stride, stride, std::min(turn, end - key), plan.key_width,
              plan.scale, scores + key);
    blend_waiting(plan, meeting.worker, meeting.rows.waiting, turn);
  }
  blend_waiting(plan, meeting.worker, meeting.rows.waiting);
}

// Panel by panel, so that one is in the nearest cache while all rows meet it.
void score(const Meeting& meeting) {
  const Plan& plan = meeting.plan;
  if (plan.alone) return score_alone(meeting);
  for (std::int64_t key = 0; key < meeting.block.key_count; key += kPanelWidth)
    for (std::int64_t tile = 0; tile < meeting.tile_count(); ++tile) {
      const KeyRange& keys = meeting.whole[tile];
      if (key < keys.first || key >= keys.end) continue;
      score_tile(meeting.worker.queries + tile * kTileRows * plan.key_width, meeting.block.keys + key * plan.key_width,
                 plan.key_width, plan.scale, meeting.scores(tile * kTileRows) + key);
    }
}

// ---- softcap, bias, mask, softmax ---------------------------------------------------------------------------------

// With weights asked for, the scores are kept there until the row's softmax is known.
void keep_scores(const Meeting& meeting, std::int64_t row, const Result& result) {
  const Place at = meeting.rows.at[row];
  const FloatRow weights = result.weights.row(at.batch, at.head, at.query);
  const KeyRange keys = meeting.keys[row / kTileRows];
  for (std::int64_t key = keys.first; key < keys.end; ++key)
    weights[meeting.block.first_key + key] = meeting.scores(row)[key];
}

// A value that is not finite was packed as 0. Whoever sees its key, be it with a weight of 0, gets NaN in its column.
void spoil(const Meeting& meeting, std::int64_t row) {
  const KeyRange keys = meeting.keys[row / kTileRows];
  for (std::int64_t key = keys.first; key < keys.end; ++key) {
    if (meeting.scores(row)[key] == kMasked) continue;
    const Plan& plan = meeting.plan;
    const ConstRow value = plan.row(plan.request.v, meeting.rows.head, meeting.block.first_key + key);
    for (std::int64_t column = 0; column < value.size; ++column)
      if (!std::isfinite(value[column])) meeting.blended(row)[column] = std::numeric_limits<float>::quiet_NaN();
  }
}

bool any_masked(const Meeting& meeting) {
  const float *const first = meeting.scores(0) + meeting.keys[0].first, *const end =
                                                                            meeting.scores(0) + meeting.keys[0].end;
  return std::find(first, end, kMasked) != end;
}

void finish_scores(const Meeting& meeting, std::int64_t row, const Result& result) {
  const KeyRange keys = meeting.whole[row / kTileRows];
  apply(meeting.rows.rules[row], meeting.block.first_key + keys.first, keys.end - keys.first,
        meeting.scores(row) + keys.first);
  if (result.weights.data) keep_scores(meeting, row, result);
}

// First all maxima: one row's must be known before its exponentials can begin, and meanwhile the next row's is found.
void softmax(const Meeting& meeting) {
  RowBlock& rows = meeting.rows;
  const auto each_row = [&](const auto& run) {
    for (std::int64_t row = 0; row < rows.count; ++row) {
      const KeyRange keys = meeting.whole[row / kTileRows];
      run(row, meeting.scores(row) + keys.first, keys.end - keys.first);
    }
  };
  each_row([&](std::int64_t row, const float* scores, std::int64_t count) {
    if (!meeting.block.values.finite) spoil(meeting, row);
    rows.shrink[row] = rows.softmax[row].meet(scores, count);
  });
  each_row([&](std::int64_t row, float* scores, std::int64_t count) { rows.softmax[row].take(scores, count); });
}

// ---- blend --------------------------------------------------------------------------------------------------------

void blend_later(const Meeting& meeting) {
  const Plan& plan = meeting.plan;
  const KeyRange keys = meeting.keys[0];
  const ConstRow value = plan.row(plan.request.v, meeting.rows.head, meeting.block.first_key);
  meeting.rows.waiting = {meeting.scores(0), value.data, keys.first, keys.end, meeting.rows.shrink[0]};
}

void blend(const Meeting& meeting) {
  const Plan& plan = meeting.plan;
  const ValuePanels& values = meeting.block.values;
  if (!values.data) return blend_later(meeting);
  for (std::int64_t panel = 0; panel < panels(plan.value_width); ++panel)
    for (std::int64_t tile = 0; tile < meeting.tile_count(); ++tile) {
      const KeyRange keys = meeting.keys[tile];
      const std::int64_t row = tile * kTileRows;
      if (keys.first >= keys.end) continue;
      blend_tile(meeting.scores(row), values.data + panel * values.stride, keys.first, keys.end,
                 meeting.rows.shrink + row, meeting.blended(row) + panel * kPanelWidth, plan.value_columns);
    }
}

// ---- a block of rows ----------------------------------------------------------------------------------------------

void meet(const Plan& plan, const Worker& worker, RowBlock& rows, std::int64_t index, const Result& result) {
  KeyBlock block{index, index * kBlockKeys, plan.block_count(index), nullptr, {nullptr, 0, true}};
  Meeting meeting{plan, worker, rows, block, {}, {}};
  for (std::int64_t tile = 0; tile < meeting.tile_count(); ++tile) {
    const KeyRange seen = seen_by_any(rows, tile * kTileRows, std::min(rows.count, (tile + 1) * kTileRows),
                                      {block.first_key, block.first_key + block.key_count});
    const KeyRange keys = meeting.keys[tile] = {seen.first - block.first_key, seen.end - block.first_key};
    meeting.whole[tile] = {keys.first / kPanelWidth * kPanelWidth, padded(keys.end)};
  }
  if (!plan.alone) block.keys = key_panels(plan, rows.head, index, worker);
  score(meeting);
  for (std::int64_t row = 0; row < rows.count; ++row) finish_scores(meeting, row, result);
  // A query alone takes the values where they lie, unless one is masked: that must not be multiplied.
  if (!plan.alone || any_masked(meeting)) block.values = value_panels(plan, rows.head, index, worker);
  softmax(meeting);
  blend(meeting);
}

// Returns how many of its rows were masked everywhere.
std::int64_t attend_block(const Plan& plan, std::int64_t head, std::int64_t first_row, const Worker& worker,
                          const Result& result, RowState* states) {
  RowBlock rows;
  rows.head = head;
  rows.count = std::min(kBlockRows, plan.rows_in_head - first_row);
  start(plan, first_row, worker, rows, result);
  const KeyRange seen = seen_by_any(rows, 0, rows.count, {0, plan.key_count});
  for (std::int64_t block = seen.first / kBlockKeys; block * kBlockKeys < seen.end; ++block) {
    meet(plan, worker, rows, block, result);
    if (worker.totals && (block + 1) % kBlocksInFloat == 0) add_to_totals(plan, worker, rows);
  }
  return store(plan, worker, rows, result, states);
}

}  // namespace

void attend_all(const Request& request, float* scratch, Result& result, RowState* states) {
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
                               worker_scratch(plan, worker), result, states);
      masked_rows += masked;
    });
  }
  result.masked_rows = masked_rows;
}

}  // namespace heed::fused
