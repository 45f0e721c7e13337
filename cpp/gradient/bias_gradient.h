// The loss by each number of the bias, which sums over whichever axes the bias repeats along. Scores are computed anew,
// by the tiles; sums over rows and keys are double.
#pragma once
#include "../fused/fused_attention.h"

namespace heed::fused {

// `states` holds one for each row of B x Hq x n. Each worker has worker_floats of scratch, as
// many as the gradient of a head wants.
void fill_bias(const Request& request, const ConstTensor& grad_output, const RowState* states, float* scratch,
               std::int64_t worker_floats, const Tensor& grad_bias);

}  // namespace heed::fused
