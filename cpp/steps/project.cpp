#include "project.h"

#include "dot.h"

namespace heed::steps {

void project(ConstTensor x, ConstTensor matrix, Tensor result) {
  const std::int64_t width = result.size[3];
  for (std::int64_t head = 0; head < result.size[1]; ++head)
    for (std::int64_t row = 0; row < result.size[2]; ++row)
      for (std::int64_t column = 0; column < width; ++column) {
        const ConstRow matrix_column{matrix.data + (head * width + column) * matrix.stride[3], x.size[3],
                                     matrix.stride[2]};
        result.at(0, head, row, column) = static_cast<float>(dot(x.row(0, 0, row), matrix_column));
      }
}

}  // namespace heed::steps
