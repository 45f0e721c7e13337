#include "fused_gradient.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "../fused/float_count.h"
#include "../fused/fused_attention.h"
#include "../fused/query.h"
#include "../fused/rows_in_parallel.h"
#include "../scratch.h"
#include "bias_gradient.h"
#include "head_gradient.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kStateDoubles = sizeof(RowState) / sizeof(double);

std::int64_t row_count(const Request& request) { return request.q.size[0] * request.q.size[1] * request.q.size[2]; }
std::int64_t head_count(const Request& request) { return request.k.size[0] * request.k.size[1]; }

// What attend() gives, for the gradient: into scratch.
void attend_again(const Request& request, const GradientRequest& given, float* output, float* scratch,
                  RowState* states) {
  const auto& size = given.grad_output.size;
  Result result;
  result.output = row_major(output, size[0], size[1], size[2], size[3]);
  attend_all(request, scratch, result, states);
}

// The last number of each row's state, and without attend() here the others too.
void fill_states(const Request& request, const GradientRequest& given, ConstTensor output, RowState* states) {
  const auto fill = [&](int, std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      const Place at = place_of(request, row);
      if (given.log_sum_exp.data) states[row] = {double{given.log_sum_exp.at(at.batch, at.head, at.query, 0)}, 1, 0};
      states[row].mean_by_weight =
          dot(given.grad_output.row(at.batch, at.head, at.query), output.row(at.batch, at.head, at.query));
    }
  };
  rows_in_parallel(request.threads, row_count(request), fill);
}

}  // namespace

std::int64_t gradient_scratch_floats(const Request& request, const GradientRequest& given) {
  const bool anew = !given.output.data;
  const std::int64_t attend_floats = anew ? scratch_floats(request) : 0;
  const std::int64_t workers = worker_count(request.threads);
  const std::int64_t head_floats = FloatCount().add(workers, head_scratch_floats(request)).count();
  if (attend_floats < 0 || head_floats < 0) return -1;
  return FloatCount()
      .add(2 * kStateDoubles, row_count(request))
      .add(anew ? row_count(request) : 0, request.v.size[3])
      .add(1, std::max(attend_floats, head_floats))
      .add(1, 1)  // aligns the states
      .count();
}

void gradient_all(const Request& request, const GradientRequest& given, float* scratch, Gradient& gradient) {
  const std::int64_t rows = row_count(request);
  RowState* const states = new (doubles_in(scratch, kStateDoubles * rows)) RowState[static_cast<std::size_t>(rows)];
  float* const output = reinterpret_cast<float*>(states + rows);
  float* const rest = output + (given.output.data ? 0 : rows * request.v.size[3]);
  if (!given.output.data) attend_again(request, given, output, rest, states);
  const auto& size = given.grad_output.size;
  const ConstTensor forward =
      given.output.data ? given.output : ConstTensor(row_major(output, size[0], size[1], size[2], size[3]));
  fill_states(request, given, forward, states);

  const std::int64_t head_floats = head_scratch_floats(request);
  rows_in_parallel(request.threads, head_count(request), [&](int worker, std::int64_t first, std::int64_t last) {
    for (std::int64_t head = first; head < last; ++head)
      fill_head({request, given.grad_output, states, head, rest + worker * head_floats}, gradient);
  });
  if (gradient.grad_bias.data) fill_bias(request, given.grad_output, states, gradient.grad_bias);
}

}  // namespace heed::fused
