// The fused engine: attention row by row over blocks of keys, with no table of n x m. Leaves out the checks, which
// heed.cpp has made, and every intermediate; the steps engine keeps those.
#pragma once
#include "../heed.h"

namespace heed::fused {

// How many floats of scratch attend_all wants. It grows with the keys of one key/value head (of several, up to 16 MB,
// with threads) and with the threads, never with n x m. -1: more than 64 bits can say.
std::int64_t scratch_floats(const Request& request);

// Fills `result`, whose shapes fit the request. Rows are shared out to request.threads.
void attend_all(const Request& request, float* scratch, Result& result);

}  // namespace heed::fused
