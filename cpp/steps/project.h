// project: arrows times a matrix. Leaves out where the columns of a head go afterwards (see trace).
#pragma once
#include "../views.h"

namespace heed::steps {

// result[0, h, i, c] = sum over a of x[0, 0, i, a] * matrix[0, 0, a, h * width + c], width = columns of the result.
void project(ConstTensor x, ConstTensor matrix, Tensor result);

}  // namespace heed::steps
