#include "bias_gradient.h"

#include <algorithm>
#include <cmath>

#include "../fused/plan.h"
#include "../fused/query.h"
#include "../fused/rows_in_parallel.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kBlock = 16;  // columns of the bias that one thread sums up for at a time

struct Range {
  std::int64_t first, end;
};

std::int64_t blocks(std::int64_t count) { return count / kBlock + (count % kBlock != 0); }

// What one place of the bias stands for on an axis of the scores: itself, or all where the bias repeats.
Range meant(std::int64_t bias_size, std::int64_t at, std::int64_t size) {
  return bias_size == 1 ? Range{0, size} : Range{at, at + 1};
}

// A score of this engine is at most the largest; one of another engine's forward may be off by a rounding, which for
// huge scores could be any weight at all.
double weight_of(const RowState& state, float score) {
  const double below = double{score} - state.max;
  return below > 0 ? 1 / state.sum : std::exp(below) / state.sum;
}

// 0 for a key that takes no part.
double by_biased_score(const Query& query, ConstRow grad_output, const RowState& state, std::int64_t key) {
  if (is_masked(query, key)) return 0;
  const float score = biased_score(query, key, scaled_score(query, key));
  if (score == kMasked) return 0;
  const double by_weight = dot(grad_output, query.values.row(query.batch, query.kv_head, key));
  return weight_of(state, score) * (by_weight - state.mean_by_weight);
}

struct BiasJob {
  const Request& request;
  const ConstTensor& grad_output;
  const RowState* states;
  const Tensor& grad_bias;
};

// Adds what one row gives to the sums of these keys, or all of it to the first sum.
void add_row(const BiasJob& job, Place at, Range keys, bool repeats, double* sums) {
  const Query query = query_at(job.request, at);
  const RowState& state = job.states[(at.batch * job.request.q.size[1] + at.head) * job.request.q.size[2] + at.query];
  const ConstRow grad_output = job.grad_output.row(at.batch, at.head, at.query);
  const std::int64_t end = std::min(keys.end, query.visible.end);
  for (std::int64_t key = std::max(keys.first, query.visible.first); key < end; ++key)
    sums[repeats ? 0 : key - keys.first] += by_biased_score(query, grad_output, state, key);
}

void fill_block(const BiasJob& job, std::int64_t index) {
  const Request& request = job.request;
  const auto& size = request.bias.size;
  const std::int64_t in_row = blocks(size[3]), row = index / in_row;
  const Place at{row / size[2] / size[1], row / size[2] % size[1], row % size[2]};
  const Range batches = meant(size[0], at.batch, request.q.size[0]), heads = meant(size[1], at.head, request.q.size[1]);
  const Range queries = meant(size[2], at.query, request.q.size[2]);
  const std::int64_t first = index % in_row * kBlock;
  const Range columns{first, std::min(size[3], first + kBlock)};
  const bool repeats = size[3] == 1;
  const Range keys = repeats ? Range{0, request.k.size[2]} : columns;

  double sums[kBlock] = {};
  for (std::int64_t batch = batches.first; batch < batches.end; ++batch)
    for (std::int64_t head = heads.first; head < heads.end; ++head)
      for (std::int64_t query = queries.first; query < queries.end; ++query)
        add_row(job, {batch, head, query}, keys, repeats, sums);
  for (std::int64_t column = columns.first; column < columns.end; ++column)
    job.grad_bias.at(at.batch, at.head, at.query, column) = static_cast<float>(sums[column - columns.first]);
}

}  // namespace

void fill_bias(const Request& request, const ConstTensor& grad_output, const RowState* states,
               const Tensor& grad_bias) {
  const BiasJob job{request, grad_output, states, grad_bias};
  const auto& size = request.bias.size;
  rows_in_parallel(threads_for(request), size[0] * size[1] * size[2] * blocks(size[3]),
                   [&](int, std::int64_t first, std::int64_t last) {
                     for (std::int64_t block = first; block < last; ++block) fill_block(job, block);
                   });
}

}  // namespace heed::fused
