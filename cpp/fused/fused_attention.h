// The fused engine: attention row by row over blocks of keys, with no table of n x m. Leaves out the checks, which
// heed.cpp has made, and every intermediate; the steps engine keeps those.
#pragma once
#include "../heed.h"

namespace heed::fused {

// How many floats of scratch attend_all wants. It grows with the keys of one key/value head (of several, up to 16 MB,
// with threads) and with the threads, never with n x m. -1: more than 64 bits can say.
std::int64_t scratch_floats(const Request& request);

// A row's softmax, as far as the weight of any of its scores can be had from it.
struct RowState {
  double max, sum;        // weight = exp(score - max) / sum; from log-sum-exp: max = log-sum-exp, sum = 1
  double mean_by_weight;  // sum over j of w_j (grad_output . v_j) = grad_output . output; for the gradient only
};

// Fills `result`, whose shapes fit the request. Rows are shared out to request.threads. With `states`, one a row, also
// the maximum and the sum of each.
void attend_all(const Request& request, float* scratch, Result& result, RowState* states = nullptr);

}  // namespace heed::fused
