// Checks the request and chooses the engine, nothing else.
#include "heed.h"

#include "fused/fused_attention.h"
#include "gradient/fused_gradient.h"
#include "shape_check.h"
#include "steps/attend.h"
#include "steps/gradient.h"
#include "steps/trace.h"

namespace heed {

Status check(const Request& request, std::int64_t* scratch_floats) {
  *scratch_floats = 0;
  if (Status status = check_inputs(request)) return status;
  if (Status status = check_options(request)) return status;
  const bool by_steps = request.engine == Engine::kSteps;
  return check_scratch(by_steps ? steps::scratch_floats(request) : fused::scratch_floats(request), scratch_floats);
}

Status attend(const Request& request, float* scratch, Result& result) {
  std::int64_t scratch_floats;
  if (Status status = check(request, &scratch_floats)) return status;
  if (Status status = check_result(request, result)) return status;
  if (request.engine == Engine::kSteps) {
    steps::attend_all(request, scratch, result);
  } else {
    fused::attend_all(request, scratch, result);
  }
  return {};
}

Status check_gradient(const Request& request, const GradientRequest& given, std::int64_t* scratch_floats) {
  *scratch_floats = 0;
  if (Status status = check_inputs(request)) return status;
  if (Status status = check_options(request)) return status;
  if (Status status = check_given(request, given)) return status;
  const bool by_steps = request.engine == Engine::kSteps;
  return check_scratch(
      by_steps ? steps::gradient_scratch_floats(request) : fused::gradient_scratch_floats(request, given),
      scratch_floats);
}

Status gradient(const Request& request, const GradientRequest& given, float* scratch, Gradient& gradient) {
  std::int64_t scratch_floats;
  if (Status status = check_gradient(request, given, &scratch_floats)) return status;
  if (Status status = check_gradients(request, gradient)) return status;
  if (request.engine == Engine::kSteps) {
    steps::gradient_all(request, given, scratch, gradient);
  } else {
    fused::gradient_all(request, given, scratch, gradient);
  }
  return {};
}

namespace {

// Turns words into the sizes of their q, k and v, so that everything after this knows one kind of request.
Status sized_request(const Request& request, const Words* words, Request& sized) {
  sized = request;
  if (words) {
    if (Status status = check_words(*words)) return status;
    sized = steps::request_from_words(request, *words);
  }
  if (Status status = check_inputs(sized)) return status;
  return check_options(sized);
}

}  // namespace

Status plan_trace(const Request& request, const Words* words, Trace& plan, std::int64_t* storage_floats) {
  *storage_floats = 0;
  Request sized;
  if (Status status = sized_request(request, words, sized)) return status;
  if (Status status = check_tables(sized)) return status;
  steps::plan_stages(sized, words, plan);
  return check_storage(plan, storage_floats);
}

Status trace(const Request& request, const Words* words, float* storage, Trace& trace) {
  std::int64_t storage_floats;
  if (Status status = plan_trace(request, words, trace, &storage_floats)) return status;
  steps::trace_all(request, words, storage, trace);
  return {};
}

}  // namespace heed
