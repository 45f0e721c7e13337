#include "fused_gradient.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "../fused/rows_in_parallel.h"
#include "../scratch.h"
#include "row_gradient.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kBlock = 16;  // keys, or columns of the bias, that one thread sums up for at a time

struct Range {
  std::int64_t first, end;
};

std::int64_t blocks(std::int64_t count) { return count / kBlock + (count % kBlock != 0); }
Range block_range(std::int64_t block, std::int64_t count) {
  return {block * kBlock, std::min(count, (block + 1) * kBlock)};
}

std::int64_t row_count(const Request& request) { return request.q.size[0] * request.q.size[1] * request.q.size[2]; }
std::int64_t sums_of_worker(const Request& request) { return kBlock * (request.k.size[3] + request.v.size[3]); }

// Everything the parts below share.
struct Job {
  const Request& request;
  const GradientRequest& given;
  RowState* states;  // one a row
  double* sums;      // sums_of_worker for each
  Gradient& gradient;

  GradientRow row(Place at) const {
    const std::int64_t index = (at.batch * request.q.size[1] + at.head) * request.q.size[2] + at.query;
    return {query_at(request, at), given.grad_output.row(at.batch, at.head, at.query), states[index]};
  }
  double* sums_of(int worker) const { return sums + worker * sums_of_worker(request); }
};

// sums += factor * row
void add(double factor, ConstRow row, double* sums) {
  for (std::int64_t i = 0; i < row.size; ++i) sums[i] += factor * double{row[i]};
}

void store(const double* sums, FloatRow row) {
  for (std::int64_t i = 0; i < row.size; ++i) row[i] = static_cast<float>(sums[i]);
}

// ---- a query's row: its state, then grad_q ------------------------------------------------------------------------

void fill_query(const Job& job, std::int64_t index, double* sums) {
  const Place at = place_of(job.request, index);
  GradientRow row = job.row(at);
  const GradientRequest& given = job.given;
  row.state = given.output.data ? state_from_forward(row, given.output.row(at.batch, at.head, at.query),
                                                     given.log_sum_exp.at(at.batch, at.head, at.query, 0))
                                : state_of(row);
  job.states[index] = row.state;

  const FloatRow grad_q = job.gradient.grad_q.row(at.batch, at.head, at.query);
  std::fill_n(sums, grad_q.size, 0.0);
  for (std::int64_t key = row.query.visible.first; key < row.query.visible.end; ++key)
    if (const ScoreGradient score = score_gradient(row, key); score.seen)
      add(score.by_raw, row.query.keys.row(at.batch, row.query.kv_head, key), sums);
  store(sums, grad_q);
}

// ---- a block of keys: grad_k and grad_v ---------------------------------------------------------------------------

// Adds what one query gives to the keys of the block.
void add_query(const GradientRow& row, Range keys, double* grad_k, double* grad_v) {
  const std::int64_t key_width = row.query.q.size, value_width = row.grad_output.size;
  const std::int64_t end = std::min(keys.end, row.query.visible.end);
  for (std::int64_t key = std::max(keys.first, row.query.visible.first); key < end; ++key) {
    const ScoreGradient score = score_gradient(row, key);
    if (!score.seen) continue;
    add(score.by_raw, row.query.q, grad_k + (key - keys.first) * key_width);
    add(score.weight, row.grad_output, grad_v + (key - keys.first) * value_width);
  }
}

void fill_key_block(const Job& job, std::int64_t index, double* sums) {
  const Request& request = job.request;
  const std::int64_t kv_heads = request.k.size[1], key_count = request.k.size[2], key_width = request.k.size[3];
  const std::int64_t in_head = blocks(key_count), group = request.q.size[1] / kv_heads;
  const std::int64_t batch = index / in_head / kv_heads, kv_head = index / in_head % kv_heads;
  const Range keys = block_range(index % in_head, key_count);
  double *const grad_k = sums, *const grad_v = sums + kBlock * key_width;

  std::fill_n(sums, sums_of_worker(request), 0.0);
  for (std::int64_t head = kv_head * group; head < (kv_head + 1) * group; ++head)
    for (std::int64_t query = 0; query < request.q.size[2]; ++query)
      add_query(job.row({batch, head, query}), keys, grad_k, grad_v);
  for (std::int64_t key = keys.first; key < keys.end; ++key) {
    store(grad_k + (key - keys.first) * key_width, job.gradient.grad_k.row(batch, kv_head, key));
    store(grad_v + (key - keys.first) * request.v.size[3], job.gradient.grad_v.row(batch, kv_head, key));
  }
}

// ---- a block of one row of the bias: grad_bias --------------------------------------------------------------------

// What one place of the bias stands for on an axis of the scores: itself, or all where the bias repeats.
Range meant(std::int64_t bias_size, std::int64_t at, std::int64_t size) {
  return bias_size == 1 ? Range{0, size} : Range{at, at + 1};
}

void fill_bias_block(const Job& job, std::int64_t index) {
  const Request& request = job.request;
  const auto& size = request.bias.size;
  const std::int64_t in_row = blocks(size[3]), row_index = index / in_row;
  const Place at{row_index / size[2] / size[1], row_index / size[2] % size[1], row_index % size[2]};
  const Range batches = meant(size[0], at.batch, request.q.size[0]), heads = meant(size[1], at.head, request.q.size[1]);
  const Range queries = meant(size[2], at.query, request.q.size[2]);
  const Range columns = block_range(index % in_row, size[3]);
  const bool repeats = size[3] == 1;
  const Range keys = repeats ? Range{0, request.k.size[2]} : columns;

  double sums[kBlock] = {};
  for (std::int64_t batch = batches.first; batch < batches.end; ++batch)
    for (std::int64_t head = heads.first; head < heads.end; ++head)
      for (std::int64_t query = queries.first; query < queries.end; ++query) {
        const GradientRow row = job.row({batch, head, query});
        const std::int64_t end = std::min(keys.end, row.query.visible.end);
        for (std::int64_t key = std::max(keys.first, row.query.visible.first); key < end; ++key)
          sums[repeats ? 0 : key - keys.first] += score_gradient(row, key).by_biased;
      }
  for (std::int64_t column = columns.first; column < columns.end; ++column)
    job.gradient.grad_bias.at(at.batch, at.head, at.query, column) = static_cast<float>(sums[column - columns.first]);
}

}  // namespace

std::int64_t gradient_scratch_floats(const Request& request) {
  const std::int64_t workers = worker_count(request.threads) * kBlock;
  return floats_for_doubles(
      {{kStateDoubles, row_count(request)}, {workers, request.k.size[3]}, {workers, request.v.size[3]}});
}

void gradient_all(const Request& request, const GradientRequest& given, float* scratch, Gradient& gradient) {
  const std::int64_t rows = row_count(request), state_doubles = kStateDoubles * rows;
  double* const doubles = doubles_in(scratch, state_doubles + worker_count(request.threads) * sums_of_worker(request));
  const Job job{request, given, new (doubles) RowState[static_cast<std::size_t>(rows)], doubles + state_doubles,
                gradient};

  rows_in_parallel(request.threads, rows, [&](int worker, std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) fill_query(job, row, job.sums_of(worker));
  });
  const std::int64_t key_blocks = request.k.size[0] * request.k.size[1] * blocks(request.k.size[2]);
  rows_in_parallel(request.threads, key_blocks, [&](int worker, std::int64_t first, std::int64_t last) {
    for (std::int64_t block = first; block < last; ++block) fill_key_block(job, block, job.sums_of(worker));
  });
  if (!gradient.grad_bias.data) return;
  const auto& size = request.bias.size;
  rows_in_parallel(request.threads, size[0] * size[1] * size[2] * blocks(size[3]),
                   [&](int, std::int64_t first, std::int64_t last) {
                     for (std::int64_t block = first; block < last; ++block) fill_bias_block(job, block);
                   });
}

}  // namespace heed::fused
