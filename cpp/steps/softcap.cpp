#include "softcap.h"

#include <cmath>

namespace heed::steps {

void softcap(ConstRow scaled, double cap, FloatRow capped) {
  for (std::int64_t key = 0; key < capped.size; ++key)
    capped[key] = static_cast<float>(cap * std::tanh(scaled[key] / cap));
}

}  // namespace heed::steps
