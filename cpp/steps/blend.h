// blend: the values, weighted and added. A key whose masked score is -Infinity is left out altogether: 0 times the NaN
// or Infinity that its value may hold would not be 0.
#pragma once
#include "../views.h"

namespace heed::steps {

// output_c = sum over j of w_j v_jc, summed in double.
void blend(ConstRow weights, ConstRow masked, const ConstTensor& values, std::int64_t batch, std::int64_t head,
           FloatRow output);

}  // namespace heed::steps
