#include "fused_attention.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <new>

#include "online_softmax.h"
#include "rows_in_parallel.h"
#include "visible_keys.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kBlockKeys = 128;
constexpr float kMasked = -std::numeric_limits<float>::infinity();

// The keys of one block that the query really sees. A key that is masked, or scores -Infinity, does not come in: what
// its key and value hold, NaN too, is never multiplied.
struct Block {
  std::int64_t count = 0;
  std::int64_t key[kBlockKeys];
  float score[kBlockKeys];  // the softmax makes exponentials of them
};

// One query of one head with all that its scores depend on.
struct Query {
  ConstRow q;
  ConstTensor keys, values;
  std::int64_t batch, kv_head;
  ConstMaskRow mask;  // data == nullptr: none
  ConstRow bias;      // likewise
  double scale, softcap;
  KeyRange visible;
};

// ---- one block ----------------------------------------------------------------------------------------------------

double dot(ConstRow a, ConstRow b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size; ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

// score, scale, softcap, bias. Each is rounded to float, so that the engines overflow in the same places.
float score(const Query& query, std::int64_t key) {
  const float raw = static_cast<float>(dot(query.q, query.keys.row(query.batch, query.kv_head, key)));
  float result = static_cast<float>(raw * query.scale);
  if (query.softcap > 0) result = static_cast<float>(query.softcap * std::tanh(result / query.softcap));
  return query.bias.data ? result + query.bias[key] : result;
}

bool is_masked(const Query& query, std::int64_t key) {
  return (query.mask.data && !query.mask[key]) || (query.bias.data && query.bias[key] == kMasked);
}

// Scores the keys first ... end - 1. With `scores` they are written there too, for the weights.
void fill(const Query& query, std::int64_t first, std::int64_t end, FloatRow scores, Block& block) {
  block.count = 0;
  for (std::int64_t key = first; key < end; ++key) {
    const float scored = is_masked(query, key) ? kMasked : score(query, key);
    if (scores.data) scores[key] = scored;
    if (scored == kMasked) continue;
    block.key[block.count] = key;
    block.score[block.count++] = scored;
  }
}

// blended = blended * shrink + the block's values, weighted by its exponentials.
void blend(const Query& query, const Block& block, double shrink, double* blended) {
  for (std::int64_t column = 0; column < query.values.size[3]; ++column) {
    double sum = 0;
    for (std::int64_t i = 0; i < block.count; ++i)
      sum += double{block.score[i]} * double{query.values.at(query.batch, query.kv_head, block.key[i], column)};
    blended[column] = blended[column] * shrink + sum;
  }
}

// ---- one row ------------------------------------------------------------------------------------------------------

// Where a row's results go; weights with data == nullptr: not asked for.
struct RowResult {
  FloatRow output, weights;
};

OnlineSoftmax attend_row(const Query& query, double* blended, const RowResult& result) {
  OnlineSoftmax softmax;
  Block block;
  for (std::int64_t key = 0; key < result.weights.size; ++key) result.weights[key] = kMasked;
  std::fill_n(blended, result.output.size, 0.0);
  for (std::int64_t first = query.visible.first; first < query.visible.end; first += kBlockKeys) {
    fill(query, first, std::min(first + kBlockKeys, query.visible.end), result.weights, block);
    if (block.count == 0) continue;
    const double shrink = softmax.take(block.score, block.count);
    blend(query, block, shrink, blended);
  }
  for (std::int64_t column = 0; column < result.output.size; ++column)
    result.output[column] = softmax.is_masked() ? 0 : static_cast<float>(blended[column] / softmax.sum());
  for (std::int64_t key = 0; key < result.weights.size; ++key)
    result.weights[key] = softmax.weight(result.weights[key]);
  return softmax;
}

// Row `row` of B x Hq x n, counted in memory order.
struct Place {
  std::int64_t batch, head, query;
};

Place place_of(const Request& request, std::int64_t row) {
  const std::int64_t heads = request.q.size[1], queries = request.q.size[2];
  return {row / queries / heads, row / queries % heads, row % queries};
}

Query query_at(const Request& request, Place at) {
  const ConstTensor &q = request.q, &k = request.k;
  const std::int64_t scores[4] = {q.size[0], q.size[1], q.size[2], k.size[2]};
  Query query;
  query.q = q.row(at.batch, at.head, at.query);
  query.keys = k;
  query.values = request.v;
  query.batch = at.batch;
  query.kv_head = at.head / (q.size[1] / k.size[1]);
  if (request.mask.data) query.mask = broadcast(request.mask, scores).row(at.batch, at.head, at.query);
  if (request.bias.data) query.bias = broadcast(request.bias, scores).row(at.batch, at.head, at.query);
  query.scale = request.scale.value_or(1 / std::sqrt(static_cast<double>(q.size[3])));
  query.softcap = request.softcap;
  query.visible = visible_keys(request, at.batch, at.query);
  return query;
}

// ---- scratch ------------------------------------------------------------------------------------------------------

constexpr std::int64_t kFloatsPerDouble = sizeof(double) / sizeof(float);

// Scratch is aligned for floats only: scratch_floats has one more for this.
double* doubles(float* scratch, std::int64_t count) {
  void* start = scratch;
  std::size_t room = static_cast<std::size_t>(kFloatsPerDouble * count + 1) * sizeof(float);
  std::align(alignof(double), static_cast<std::size_t>(count) * sizeof(double), start, room);
  return new (start) double[static_cast<std::size_t>(count)];
}

}  // namespace

std::int64_t scratch_floats(const Request& request) {
  const std::int64_t floats_per_column = kFloatsPerDouble * worker_count(request.threads);
  const std::int64_t columns = request.v.size[3];
  if (columns > (std::numeric_limits<std::int64_t>::max() - 1) / floats_per_column) return -1;
  return columns * floats_per_column + 1;
}

void attend_all(const Request& request, float* scratch, Result& result) {
  const std::int64_t columns = request.v.size[3];
  double* const blended = doubles(scratch, columns * worker_count(request.threads));
  std::atomic<std::int64_t> masked_rows{0};
  const auto attend_rows = [&](int worker, std::int64_t first, std::int64_t last) {
    std::int64_t masked = 0;
    for (std::int64_t row = first; row < last; ++row) {
      const Place at = place_of(request, row);
      RowResult row_result{result.output.row(at.batch, at.head, at.query), {}};
      if (result.weights.data) row_result.weights = result.weights.row(at.batch, at.head, at.query);
      const OnlineSoftmax softmax = attend_row(query_at(request, at), blended + worker * columns, row_result);
      if (result.log_sum_exp.data) result.log_sum_exp.at(at.batch, at.head, at.query, 0) = softmax.log_sum_exp();
      masked += softmax.is_masked();
    }
    masked_rows += masked;
  };
  rows_in_parallel(request.threads, request.q.size[0] * request.q.size[1] * request.q.size[2], attend_rows);
  result.masked_rows = masked_rows;
}

}  // namespace heed::fused
