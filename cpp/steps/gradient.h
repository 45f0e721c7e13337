// The steps backwards: blend, softmax, mask, bias, softcap, scale, score, row by row after each row went forwards.
// Leaves out the checks: heed.cpp has made them.
#pragma once
#include "../heed.h"

namespace heed::steps {

// Rows over the keys, and the sums of grad_k, grad_v and grad_bias in double. -1: more than 64 bits can say.
std::int64_t gradient_scratch_floats(const Request& request);

void gradient_all(const Request& request, const GradientRequest& given, float* scratch, Gradient& gradient);

}  // namespace heed::steps
