// The gradient by the fused engine: no table of n x m; scores and weights are computed anew from each row's maximum and
// sum. Leaves out the checks, which heed.cpp has made. The steps engine's gradient is steps/gradient.h.
#pragma once
#include "../heed.h"

namespace heed::fused {

// Three numbers a row, and for each thread the gradients of one block of keys, in double. -1: more than 64 bits can
// say.
std::int64_t gradient_scratch_floats(const Request& request);

// Fills `gradient`, whose shapes fit the request. Work is shared out to request.threads so that one thread owns what it
// writes: a query's row of grad_q, a block of keys' grad_k and grad_v, a block of grad_bias.
void gradient_all(const Request& request, const GradientRequest& given, float* scratch, Gradient& gradient);

}  // namespace heed::fused
