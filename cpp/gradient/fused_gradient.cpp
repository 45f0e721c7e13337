#include "fused_gradient.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "../fused/float_count.h"
#include "../fused/fused_attention.h"
#include "../fused/plan.h"
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
  rows_in_parallel(threads_for(request), row_count(request), fill);
}

// Keys of a head that one job has: all where there are heads enough for the threads, else a chunk.
std::int64_t keys_in_job(const Request& request) {
  constexpr std::int64_t heads_enough = 4;  // for each thread, so that they end at about the same time
  const std::int64_t workers = worker_count(threads_for(request)), keys = request.k.size[2];
  const bool whole = workers == 1 || head_count(request) >= heads_enough * workers;
  return whole ? keys : std::min(keys, chunk_keys(request));
}

std::int64_t jobs_in_head(const Request& request) {
  const std::int64_t all = request.k.size[2], keys = keys_in_job(request);
  return keys == all ? 1 : (all + keys - 1) / keys;
}

// grad_q of one job: of the first where the caller wants the sum, of the others in scratch.
Tensor part(const Request& request, const Tensor& grad_q, float* parts, std::int64_t job) {
  const auto& size = request.q.size;
  return job == 0 ? grad_q : row_major(parts + (job - 1) * request.q.count(), size[0], size[1], size[2], size[3]);
}

// In the order of the chunks, as one job of all of them adds up.
void add_parts(const Request& request, float* parts, const Tensor& grad_q) {
  rows_in_parallel(threads_for(request), row_count(request), [&](int, std::int64_t first, std::int64_t last) {
    for (std::int64_t job = 1; job < jobs_in_head(request); ++job)
      for (std::int64_t row = first; row < last; ++row) {
        const Place at = place_of(request, row);
        const FloatRow to = grad_q.row(at.batch, at.head, at.query),
                       from = part(request, grad_q, parts, job).row(at.batch, at.head, at.query);
        for (std::int64_t i = 0; i < to.size; ++i) to[i] += from[i];
      }
  });
}

// grad_q, grad_k and grad_v.
void fill_heads(const Request& request, const GradientRequest& given, const RowState* states, float* scratch,
                Gradient& gradient) {
  const std::int64_t jobs = jobs_in_head(request), keys = keys_in_job(request);
  const std::int64_t job_floats = head_scratch_floats(request, keys);
  float* const parts = scratch + worker_count(threads_for(request)) * job_floats;
  const auto fill = [&](int worker, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      const std::int64_t head = i / jobs, job = i % jobs, key = job * keys;
      const Tensor grad_q = part(request, gradient.grad_q, parts, job);
      float* const own = scratch + worker * job_floats;
      const std::int64_t key_count = std::min(keys, request.k.size[2] - key);
      fill_head({request, given.grad_output, states, head, key, key_count, grad_q, own}, gradient);
    }
  };
  rows_in_parallel(threads_for(request), head_count(request) * jobs, fill);
  if (jobs > 1) add_parts(request, parts, gradient.grad_q);
}

}  // namespace

std::int64_t gradient_scratch_floats(const Request& request, const GradientRequest& given) {
  const bool anew = !given.output.data;
  const std::int64_t attend_floats = anew ? scratch_floats(request) : 0;
  const std::int64_t jobs = jobs_in_head(request);
  const std::int64_t workers = worker_count(threads_for(request));
  std::int64_t head_floats = FloatCount().add(workers, head_scratch_floats(request, keys_in_job(request))).count();
  if (jobs > 1) {
    const std::int64_t part_floats = FloatCount().add(row_count(request), request.q.size[3]).count();
    head_floats = FloatCount().add(1, head_floats).add(jobs - 1, part_floats).count();
  }
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
  fill_heads(request, given, states, rest, gradient);
  if (gradient.grad_bias.data)
    fill_bias(request, given.grad_output, states, rest, head_scratch_floats(request, keys_in_job(request)),
              gradient.grad_bias);
}

}  // namespace heed::fused
