// How each weight of a row moves when one of its scores is nudged. Leaves out the softmax itself: a trace has the
// weights.
#pragma once
#include <cstdint>

namespace heed::lab {

// jacobian[i * count + j] = dw_i/ds_j = w_i ([i = j] - w_j), that is diag(w) - w wT; count x count, row-major,
// symmetric. Each row sums to 0 if the weights sum to 1: what one weight gains the others lose. A row that is masked
// everywhere has weights of 0, and nothing moves.
void softmax_jacobian(const double* weights, std::int64_t count, float* jacobian);

}  // namespace heed::lab
