// The gradient of one key/value head, or of some chunks of its keys: grad_k and grad_v of these, and what they give to
// grad_q of all queries that share the head. Leaves out each row's softmax, which is known by now, and grad_bias.
#pragma once
#include "../fused/fused_attention.h"

namespace heed::fused {

// Keys of a chunk, the last of which may have fewer. grad_q is summed up chunk by chunk, so a head is cut into the same
// ones however many threads there are.
std::int64_t chunk_keys(const Request& request);

struct HeadJob {
  const Request& request;
  const ConstTensor& grad_output;
  const RowState* states;  // one a row of B x Hq x n
  std::int64_t head;       // of B x Hk
  std::int64_t first_key, key_count;
  Tensor grad_q;  // written by the first of its chunks; the others add to it
  float* scratch;
};

// For a job of so many keys. -1: more than 64 bits can say
std::int64_t head_scratch_floats(const Request& request, std::int64_t key_count);

// Dao, "FlashAttention-2", 2023, algorithm 2, with blocks of rows outside: scores and weights are computed anew, block
// by block, and five products of tiles take their turn on each.
void fill_head(const HeadJob& job, Gradient& gradient);

}  // namespace heed::fused
