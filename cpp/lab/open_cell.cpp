#include "open_cell.h"

#include <cmath>
#include <limits>

namespace heed::lab {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double rounded(double number, double power_of_ten) {
  const double shifted = number * power_of_ten;
  return std::isfinite(shifted) ? std::round(shifted) / power_of_ten : number;  // so large: it has no decimals
}

OpenedPair same(double result) { return {result, result}; }

OpenedPair open_exponential(double masked, double row_max) {
  // A row masked everywhere: -Infinity minus -Infinity stays -Infinity by the rule of the softmax step.
  const double difference = row_max == -kInfinity ? -kInfinity : masked - row_max;
  return {difference, std::exp(difference)};
}

}  // namespace

void open_dot(double* a, double* b, std::int64_t count, int decimals, double* products, double* partial_sums) {
  const double power_of_ten = std::pow(10.0, decimals);
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (decimals >= 0) {
      a[i] = rounded(a[i], power_of_ten);
      b[i] = rounded(b[i], power_of_ten);
    }
    products[i] = a[i] * b[i];
    sum += products[i];
    partial_sums[i] = sum;
  }
}

double running_sum(const double* values, std::int64_t count, double* partial_sums) {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    sum += values[i];
    partial_sums[i] = sum;
  }
  return sum;
}

OpenedPair open_pair(Operation operation, double left, double right) {
  switch (operation) {
    case Operation::kScale:
      return same(left * right);
    case Operation::kSoftcap:
      return {left / right, right * std::tanh(left / right)};
    case Operation::kBias:
      return same(right == -kInfinity ? right : left + right);
    case Operation::kMask:
      return same(right != 0 ? left : -kInfinity);
    case Operation::kMaximum:
      return same(right > left || std::isnan(right) ? right : left);
    case Operation::kExponential:
      return open_exponential(left, right);
    case Operation::kAdd:
      return same(left + right);
    case Operation::kDivide:
      return same(left == 0 && right == 0 ? 0 : left / right);
  }
  return same(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace heed::lab
