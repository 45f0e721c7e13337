// The loss by each number of the bias: pair by pair, since a bias that repeats sums over whichever axes it repeats
// along. Scores are computed anew, in double; the other gradients have tiles.
#pragma once
#include "../fused/fused_attention.h"

namespace heed::fused {

// `states` holds one for each row of B x Hq x n.
void fill_bias(const Request& request, const ConstTensor& grad_output, const RowState* states, const Tensor& grad_bias);

}  // namespace heed::fused
