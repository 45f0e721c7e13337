// softmax: one row of masked scores into weights that sum to 1, kept in its four parts: row maximum, exponentials,
// row sum, weights. Leaves out the masking: here -Infinity simply has weight 0.
#pragma once
#include "../views.h"

namespace heed::steps {

// The largest score, NaN if there is one; -Infinity for a row that is masked everywhere or empty.
float row_max(ConstRow masked);

// exp(s_j - max), so that none overflows. All 0 where the maximum is -Infinity.
void exponentials(ConstRow masked, float max, FloatRow exponentials);

// Summed in double.
float row_sum(ConstRow exponentials);

// exponential / sum; all 0 where the maximum is -Infinity. `weights` may be `exponentials`.
void weights(ConstRow exponentials, float max, float sum, FloatRow weights);

// log(sum over j of exp(s_j)); -Infinity for a row that is masked everywhere.
float log_sum_exp(float max, float sum);

}  // namespace heed::steps
