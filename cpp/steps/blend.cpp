#include "blend.h"

#include <limits>

namespace heed::steps {

void blend(ConstRow weights, ConstRow masked, const ConstTensor& values, std::int64_t batch, std::int64_t head,
           FloatRow output) {
  for (std::int64_t column = 0; column < output.size; ++column) {
    double sum = 0;
    const float *weight = weights.data, *score = masked.data;  // see dot.h
    std::int64_t value = batch * values.stride[0] + head * values.stride[1] + column * values.stride[3];
    for (std::int64_t key = 0; key < weights.size; ++key) {
      if (*score != -std::numeric_limits<float>::infinity()) sum += double{*weight} * double{values.data[value]};
      value += values.stride[2], weight += weights.stride, score += masked.stride;
    }
    output[column] = static_cast<float>(sum);
  }
}

}  // namespace heed::steps
