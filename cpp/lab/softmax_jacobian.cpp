#include "softmax_jacobian.h"

namespace heed::lab {

void softmax_jacobian(const double* weights, std::int64_t count, float* jacobian) {
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t j = 0; j < count; ++j)
      *jacobian++ = static_cast<float>(weights[i] * ((i == j ? 1.0 : 0.0) - weights[j]));
}

}  // namespace heed::lab
