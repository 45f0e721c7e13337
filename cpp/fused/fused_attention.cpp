#include "fused_attention.h"

#include <algorithm>
#include <atomic>

#include "../scratch.h"
#include "online_softmax.h"
#include "query.h"
#include "rows_in_parallel.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kBlockKeys = 128;

// The keys of one block that the query really sees. A key that is masked, or scores -Infinity, does not come in: what
// its key and value hold, NaN too, is never multiplied.
struct Block {
  std::int64_t count = 0;
  std::int64_t key[kBlockKeys];
  float score[kBlockKeys];  // the softmax makes exponentials of them
};

// ---- one block ----------------------------------------------------------------------------------------------------

// Scores the keys first ... end - 1. With `scores` they are written there too, for the weights.
void fill(const Query& query, std::int64_t first, std::int64_t end, FloatRow scores, Block& block) {
  block.count = 0;
  for (std::int64_t key = first; key < end; ++key) {
    const float scored = is_masked(query, key) ? kMasked : biased_score(query, key, scaled_score(query, key));
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

}  // namespace

std::int64_t scratch_floats(const Request& request) {
  return floats_for_doubles({{worker_count(request.threads), request.v.size[3]}});
}

void attend_all(const Request& request, float* scratch, Result& result) {
  const std::int64_t columns = request.v.size[3];
  double* const blended = doubles_in(scratch, columns * worker_count(request.threads));
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
