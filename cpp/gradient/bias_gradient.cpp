#include "bias_gradient.h"

#include <algorithm>
#include <utility>

#include "../fused/plan.h"
#include "../fused/rows_in_parallel.h"
#include "row_gradient.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kRows = 32, kKeys = 64;  // of the bias, that one thread sums up for at a time

struct Range {
  std::int64_t first, end;
};

struct BiasJob {
  const Request& request;
  const ConstTensor& grad_output;
  const RowState* states;
  const Tensor& grad_bias;
};

// What `length` places of the bias side by side stand for on an axis of the scores: themselves, the last of which may
// be fewer, or all where the bias repeats.
Range meant(std::int64_t bias_size, std::int64_t block, std::int64_t length, std::int64_t size) {
  return bias_size == 1 ? Range{0, size} : Range{block * length, std::min(size, (block + 1) * length)};
}

std::int64_t blocks(std::int64_t count, std::int64_t length) { return count / length + (count % length != 0); }

// Where one worker packs: keys and values of up to kKeys keys, both to be multiplied with a row, and a tile of each.
struct Packed {
  float *keys, *values, *queries, *grads;
};

Packed packed_in(const Request& request, float* scratch) {
  const std::int64_t key_width = request.q.size[3], value_width = request.v.size[3];
  const std::int64_t keys = padded(std::min(kKeys, request.k.size[2]));
  const auto take = [&](std::int64_t floats) { return std::exchange(scratch, scratch + floats); };
  Packed packed;
  packed.keys = take(keys * key_width);
  packed.values = take(keys * value_width);
  packed.queries = take(kTileRows * key_width);
  packed.grads = take(kTileRows * value_width);
  return packed;
}

// Sums of kRows x kKeys numbers of the bias; of one where it repeats.
struct Sums {
  std::int64_t row_step, key_step;  // 0: repeats
  double numbers[kRows * kKeys];
};

// Adds what up to four rows and some keys, which are packed, give. `row` counts from the block's first.
void add_tile(const BiasJob& job, Place first, std::int64_t count, Range keys, const Packed& packed, std::int64_t row,
              Sums& sums) {
  const Request& request = job.request;
  const std::int64_t key_width = request.q.size[3], value_width = request.v.size[3];
  ScoreRules rules[kTileRows];
  ConstRow queries[kTileRows], grads[kTileRows];
  bool seen = false;
  for (std::int64_t i = 0; i < count; ++i) {
    const Place at{first.batch, first.head, first.query + i};
    rules[i] = rules_at(request, at);
    queries[i] = request.q.row(at.batch, at.head, at.query);
    grads[i] = job.grad_output.row(at.batch, at.head, at.query);
    seen |= rules[i].visible.first < keys.end && rules[i].visible.end > keys.first;
  }
  if (!seen) return;
  pack_queries(queries, count, key_width, packed.queries);
  pack_queries(grads, count, value_width, packed.grads);
  float weights[kTileRows * kBlockKeys], by_score[kTileRows * kBlockKeys], slope[kKeys];
  const std::int64_t key_count = keys.end - keys.first;
  const float scale = float_scale(request);
  for (std::int64_t key = 0; key < key_count; key += kPanelWidth) {
    score_tile(packed.queries, packed.keys + key * key_width, key_width, scale, weights + key);
    score_tile(packed.grads, packed.values + key * value_width, value_width, 1, by_score + key);
  }
  std::fill_n(slope, kKeys, 1.0f);  // the bias is added to what softcap has bent
  for (std::int64_t i = 0; i < count; ++i) {
    const RowState& state = job.states[row_of(request, first) + i];
    float* const by = by_score + i * kBlockKeys;
    finish_row(rules[i], state, keys.first, padded(key_count), slope, weights + i * kBlockKeys, by);
    double* const to = sums.numbers + (row + i) * sums.row_step;
    for (std::int64_t key = 0; key < key_count; ++key) to[key * sums.key_step] += double{by[key]};
  }
}

// Adds what one head of the scores gives.
void add_head(const BiasJob& job, std::int64_t batch, std::int64_t head, Range queries, Range keys,
              const Packed& packed, Sums& sums) {
  const ConstTensor &q = job.request.q, &k = job.request.k;
  const std::int64_t kv_head = head / (q.size[1] / k.size[1]);
  for (std::int64_t key = keys.first; key < keys.end; key += kKeys) {
    const Range part{key, std::min(keys.end, key + kKeys)};
    pack_keys(k, batch, kv_head, key, part.end - key, packed.keys);
    pack_keys(job.request.v, batch, kv_head, key, part.end - key, packed.values);
    for (std::int64_t query = queries.first; query < queries.end; query += kTileRows)
      add_tile(job, {batch, head, query}, std::min(kTileRows, queries.end - query), part, packed, query - queries.first,
               sums);
  }
}

void fill_block(const BiasJob& job, std::int64_t index, const Packed& packed) {
  const Request& request = job.request;
  const auto& size = request.bias.size;
  const std::int64_t in_row = blocks(size[3], kKeys), in_head = blocks(size[2], kRows) * in_row;
  const std::int64_t batch = index / in_head / size[1], head = index / in_head % size[1];
  const std::int64_t row_block = index % in_head / in_row, key_block = index % in_row;
  const Range batches = meant(size[0], batch, 1, request.q.size[0]), heads = meant(size[1], head, 1, request.q.size[1]);
  const Range queries = meant(size[2], row_block, kRows, request.q.size[2]);
  const Range keys = meant(size[3], key_block, kKeys, request.k.size[2]);

  Sums sums{size[2] == 1 ? 0 : kKeys, size[3] == 1 ? 0 : 1, {}};
  for (std::int64_t i = batches.first; i < batches.end; ++i)
    for (std::int64_t j = heads.first; j < heads.end; ++j) add_head(job, i, j, queries, keys, packed, sums);
  const std::int64_t first_row = row_block * kRows, first_column = key_block * kKeys;
  for (std::int64_t row = first_row; row < std::min(size[2], first_row + kRows); ++row)
    for (std::int64_t column = first_column; column < std::min(size[3], first_column + kKeys); ++column)
      job.grad_bias.at(batch, head, row, column) =
          static_cast<float>(sums.numbers[(row - first_row) * kKeys + column - first_column]);
}

}  // namespace

void fill_bias(const Request& request, const ConstTensor& grad_output, const RowState* states, float* scratch,
               std::int64_t worker_floats, const Tensor& grad_bias) {
  const BiasJob job{request, grad_output, states, grad_bias};
  const auto& size = request.bias.size;
  const std::int64_t count = size[0] * size[1] * blocks(size[2], kRows) * blocks(size[3], kKeys);
  rows_in_parallel(threads_for(request), count, [&](int worker, std::int64_t first, std::int64_t last) {
    const Packed packed = packed_in(request, scratch + worker * worker_floats);
    for (std::int64_t block = first; block < last; ++block) fill_block(job, block, packed);
  });
}

}  // namespace heed::fused
