// score: one query against every key, s_j = q . k_j. Leaves out the scale.
#pragma once
#include "../views.h"

namespace heed::steps {

void score(ConstRow query, const ConstTensor& keys, std::int64_t batch, std::int64_t head, FloatRow scores);

}  // namespace heed::steps
