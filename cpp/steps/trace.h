// trace: the same rows as attend, each stage kept in a table of its own. Leaves out the checks: heed.cpp has made them.
#pragma once
#include "../heed.h"

namespace heed::steps {

// The request whose q, k and v have the sizes that the words' matrices give them, and no data yet.
Request request_from_words(const Request& options, const Words& words);

// Sizes and strides of every stage of a request with given q, k and v sizes.
void plan_stages(const Request& request, const Words* words, Trace& plan);

// Fills `trace`, planned by plan_stages, over `storage`.
void trace_all(const Request& given, const Words* words, float* storage, Trace& trace);

}  // namespace heed::steps
