// The one sum of products that project and score share, kept in double. Leaves out any reordering: the terms are
// added from the first to the last, so that lab/open_cell shows the same partial sums.
#pragma once
#include "../views.h"

namespace heed::steps {

inline double dot(ConstRow left, ConstRow right) {
  double sum = 0;
  for (std::int64_t i = 0; i < left.size; ++i) sum += double{left[i]} * double{right[i]};
  return sum;
}

}  // namespace heed::steps
