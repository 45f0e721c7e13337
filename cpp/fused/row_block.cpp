#include "row_block.h"

#include <cmath>

#include "decode.h"

namespace heed::fused {

// ---- begin --------------------------------------------------------------------------------------------------------

namespace {

void start_row(const Plan& plan, const Place at, std::int64_t row, RowBlock& rows, const Result& result) {
  rows.at[row] = at;
  rows.rules[row] = rules_at(plan.request, at);
  rows.softmax[row] = {};
  rows.total_max[row] = kMasked;
  if (!result.weights.data) return;
  const FloatRow weights = result.weights.row(at.batch, at.head, at.query);
  for (std::int64_t key = 0; key < weights.size; ++key) weights[key] = kMasked;
}

}  // namespace

void start(const Plan& plan, std::int64_t first, const Worker& worker, RowBlock& rows, const Result& result) {
  Place at = plan.place(rows.head, first);
  for (std::int64_t row = 0; row < rows.count; ++row) {
    start_row(plan, at, row, rows, result);
    if (++at.query == plan.request.q.size[2]) at = {at.batch, at.head + 1, 0};
  }
  for (std::int64_t row = 0; row < rows.count; row += kTileRows) {
    ConstRow tile[kTileRows];
    const std::int64_t count = std::min(kTileRows, rows.count - row);
    for (std::int64_t i = 0; i < count; ++i) {
      const Place of = rows.at[row + i];
      tile[i] = plan.request.q.row(of.batch, of.head, of.query);
    }
    pack_queries(tile, count, plan.key_width, worker.queries + row * plan.key_width);
  }
  const std::int64_t tile_rows = (plan.alone ? 2 : row_tiles(rows.count)) * kTileRows;
  std::fill_n(worker.blended, tile_rows * plan.value_columns, 0.0f);
  // Of rows that are not there the weights are 0.
  std::fill(rows.shrink + rows.count, rows.shrink + tile_rows, 0.0f);
  std::fill(worker.scores + rows.count * kBlockKeys, worker.scores + tile_rows * kBlockKeys, 0.0f);
  if (worker.totals) std::fill_n(worker.totals, rows.count * plan.value_columns, 0.0);
}

// ---- on the way ---------------------------------------------------------------------------------------------------

void blend_waiting(const Plan& plan, const Worker& worker, Waiting& waiting, std::int64_t count) {
  const std::int64_t stride = plan.request.v.stride[2], columns = plan.value_columns;
  float *const of_run = worker.blended + kTileRows * columns, *const of_block = of_run + columns;  // in the second tile
  for (const std::int64_t last = std::min(waiting.end, waiting.first + count); waiting.first < last;) {
    const std::int64_t first = waiting.first, next = waiting.first = std::min(last, end_of_run(first));
    add_values(waiting.weights + first, waiting.values + first * stride, stride, next - first, plan.value_width,
               of_run);
    if (next == end_of_run(first) || next == waiting.end) take_sums(1, columns, of_run, of_block);
    if (next == waiting.end) take_sums(waiting.shrink, columns, of_block, worker.blended);
  }
}

void add_to_totals(const Plan& plan, const Worker& worker, RowBlock& rows) {
  blend_waiting(plan, worker, rows.waiting);
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

// ---- end ----------------------------------------------------------------------------------------------------------

namespace {

void take_totals(const Plan& plan, const Worker& worker, RowBlock& rows) {
  add_to_totals(plan, worker, rows);
  for (std::int64_t i = 0; i < rows.count * plan.value_columns; ++i)
    worker.blended[i] = static_cast<float>(worker.totals[i]);
}

// Of a row that is masked everywhere nothing but 0 was blended.
void store_output(const float* blended, const OnlineSoftmax& softmax, FloatRow output) {
  const float sum = softmax.is_masked() ? 1 : static_cast<float>(softmax.sum());
  std::int64_t column = 0;
  if (output.stride == 1)
    for (; column + 4 <= output.size; column += 4) store4(output.data + column, load4(blended + column) / all4(sum));
  for (; column < output.size; ++column) output[column] = blended[column] / sum;
}

// weights hold scores until here
void store_row(const float* blended, const OnlineSoftmax& softmax, Place at, const Result& result) {
  store_output(blended, softmax, result.output.row(at.batch, at.head, at.query));
  if (result.log_sum_exp.data) result.log_sum_exp.at(at.batch, at.head, at.query, 0) = softmax.log_sum_exp();
  if (!result.weights.data) return;
  const FloatRow weights = result.weights.row(at.batch, at.head, at.query);
  for (std::int64_t key = 0; key < weights.size; ++key) weights[key] = softmax.weight(weights[key]);
}

}  // namespace

std::int64_t store(const Plan& plan, const Worker& worker, RowBlock& rows, const Result& result, RowState* states) {
  blend_waiting(plan, worker, rows.waiting);
  if (worker.totals) take_totals(plan, worker, rows);
  std::int64_t masked = 0;
  for (std::int64_t row = 0; row < rows.count; ++row) {
    store_row(worker.blended + row * plan.value_columns, rows.softmax[row], rows.at[row], result);
    masked += rows.softmax[row].is_masked();
    if (states) states[plan.row_index(rows.at[row])] = {double{rows.softmax[row].max()}, rows.softmax[row].sum(), 0};
  }
  return masked;
}

}  // namespace heed::fused
