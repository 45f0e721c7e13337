#include "scale.h"

#include <cmath>

namespace heed::steps {

double default_scale(std::int64_t key_width) { return 1 / std::sqrt(static_cast<double>(key_width)); }

void scale(ConstRow scores, double factor, FloatRow scaled) {
  for (std::int64_t key = 0; key < scaled.size; ++key) scaled[key] = static_cast<float>(scores[key] * factor);
}

}  // namespace heed::steps
