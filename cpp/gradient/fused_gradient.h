// The gradient by the fused engine: no table of n x m; scores and weights are computed anew from each row's maximum and
// sum. Leaves out the checks, which heed.cpp has made. The steps engine's gradient is steps/gradient.h.
#pragma once
#include "../heed.h"

namespace heed::fused {

// A few numbers a row, and for each thread the keys of one key/value head with their gradients, or of a part of it and
// grad_q for each part; without a forward that is given, also an output and what attend_all wants. -1: more than 64
// bits can say.
std::int64_t gradient_scratch_floats(const Request& request, const GradientRequest& given);

// Fills `gradient`, whose shapes fit the request. Key/value heads are shared out to request.threads, and few heads in
// chunks of keys: one thread owns all that is summed up over a chunk. Numbers of grad_bias are shared out by
// themselves.
void gradient_all(const Request& request, const GradientRequest& given, float* scratch, Gradient& gradient);

}  // namespace heed::fused
