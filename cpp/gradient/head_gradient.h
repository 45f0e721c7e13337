// The gradient of one key/value head: grad_k and grad_v of its keys, grad_q of all queries that share it. Leaves out
// each row's softmax, which is known by now, and grad_bias.
#pragma once
#include "../fused/fused_attention.h"

namespace heed::fused {

struct HeadJob {
  const Request& request;
  const ConstTensor& grad_output;
  const RowState* states;  // one a row of B x Hq x n
  std::int64_t head;       // of B x Hk
  float* scratch;
};

// -1: more than 64 bits can say
std::int64_t head_scratch_floats(const Request& request);

// Dao, "FlashAttention-2", 2023, algorithm 2, with blocks of rows outside: scores and weights are computed anew, block
// by block, and five products of tiles take their turn on each.
void fill_head(const HeadJob& job, Gradient& gradient);

}  // namespace heed::fused
