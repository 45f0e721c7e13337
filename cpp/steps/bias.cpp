#include "bias.h"

#include <limits>

namespace heed::steps {

void bias(ConstRow scores, ConstRow bias_row, FloatRow biased) {
  constexpr float masked = -std::numeric_limits<float>::infinity();
  for (std::int64_t key = 0; key < biased.size; ++key) {
    const float added = bias_row[key];
    biased[key] = added == masked ? masked : scores[key] + added;
  }
}

}  // namespace heed::steps
