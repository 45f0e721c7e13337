// The steps in their order, for one row at a time. Leaves out the checks: heed.cpp has made them.
#pragma once
#include "../heed.h"

namespace heed::steps {

// Where the stages of one row go. From scores to masked, rows may be the same one, and so may exponentials and weights:
// every step reads an element before it writes there.
struct RowStages {
  FloatRow scores, scaled, capped, biased, masked, exponentials, weights, output;
  float row_max = 0, row_sum = 0;  // filled
};

// Fills `stages` for one query of one head; true if the row is masked everywhere.
bool attend_row(const Request& request, std::int64_t batch, std::int64_t head, std::int64_t query, RowStages& stages);

// How many floats attend_all wants: two rows over the keys.
std::int64_t scratch_floats(const Request& request);

// Every row over the same scratch, so that no table of n x m is needed unless the weights are asked for.
void attend_all(const Request& request, float* scratch, Result& result);

}  // namespace heed::steps
