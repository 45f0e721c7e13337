// bias: adds a number to every score. `biased` may be `scores`.
#pragma once
#include "../views.h"

namespace heed::steps {

// A bias of -Infinity masks: it is selected, since -Infinity + NaN would be NaN.
void bias(ConstRow scores, ConstRow bias_row, FloatRow biased);

}  // namespace heed::steps
