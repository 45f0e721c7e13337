#include "softmax.h"

#include <cmath>
#include <limits>

namespace heed::steps {

namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

}  // namespace

float row_max(ConstRow masked) {
  float max = kMasked;
  for (std::int64_t key = 0; key < masked.size; ++key)
    if (masked[key] > max || std::isnan(masked[key])) max = masked[key];  // once NaN, no comparison changes it
  return max;
}

void exponentials(ConstRow masked, float max, FloatRow exponentials) {
  // -Infinity minus -Infinity would be NaN: a row that is masked everywhere has no largest score to subtract.
  for (std::int64_t key = 0; key < exponentials.size; ++key)
    exponentials[key] = max == kMasked ? 0 : static_cast<float>(std::exp(double{masked[key]} - double{max}));
}

float row_sum(ConstRow exponentials) {
  double sum = 0;
  for (std::int64_t key = 0; key < exponentials.size; ++key) sum += exponentials[key];
  return static_cast<float>(sum);
}

void weights(ConstRow exponentials, float max, float sum, FloatRow weights) {
  for (std::int64_t key = 0; key < weights.size; ++key)
    weights[key] = max == kMasked ? 0 : static_cast<float>(double{exponentials[key]} / double{sum});
}

float log_sum_exp(float max, float sum) {
  return max == kMasked ? kMasked : static_cast<float>(double{max} + std::log(double{sum}));
}

}  // namespace heed::steps
