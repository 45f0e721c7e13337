// The one sum of products that project and score share, kept in double. Leaves out any reordering: the terms are
// added from the first to the last, so that lab/open_cell shows the same partial sums.
#pragma once
#include "../views.h"

namespace heed::steps {

// By pointers: where code is kept small, [] is a call for each number, and takes most of the time.
inline double dot(ConstRow left, ConstRow right) {
  double sum = 0;
  const float *a = left.data, *b = right.data;
  for (std::int64_t i = 0; i < left.size; ++i, a += left.stride, b += right.stride) sum += double{*a} * double{*b};
  return sum;
}

}  // namespace heed::steps
