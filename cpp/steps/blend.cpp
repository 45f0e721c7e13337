#include "blend.h"

#include <limits>

namespace heed::steps {

void blend(ConstRow weights, ConstRow masked, const ConstTensor& values, std::int64_t batch, std::int64_t head,
           FloatRow output) {
  for (std::int64_t column = 0; column < output.size; ++column) {
    double sum = 0;
    for (std::int64_t key = 0; key < weights.size; ++key)
      if (masked[key] != -std::numeric_limits<float>::infinity())
        sum += double{weights[key]} * double{values.at(batch, head, key, column)};
    output[column] = static_cast<float>(sum);
  }
}

}  // namespace heed::steps
