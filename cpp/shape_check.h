// Whether a request makes sense: one rule a function, each giving a Status with the offending sizes. Reads sizes and
// options, never a tensor. Leaves out the sentences: describe.cpp has them.
#pragma once
#include "heed.h"

namespace heed {

// The largest number of floats that this build can address.
std::int64_t addressable_floats();

Status check_inputs(const Request& request);   // q, k and v
Status check_options(const Request& request);  // everything else of the request
Status check_words(const Words& words);
Status check_result(const Request& request, const Result& result);
Status check_given(const Request& request, const GradientRequest& given);
Status check_gradients(const Request& request, const Gradient& gradient);
Status check_scratch(std::int64_t wanted, std::int64_t* scratch_floats);  // wanted < 0: past 64 bits
Status check_tables(const Request& request);  // n x m and its like, which only a trace keeps
Status check_storage(const Trace& plan, std::int64_t* storage_floats);

}  // namespace heed
