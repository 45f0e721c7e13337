// What a number was made of: a dot product opened into products and running sums, and the steps that join two numbers.
// In double throughout, so that rounding the result to float32 gives the trace's number again, bit by bit.
#pragma once
#include <cstdint>

namespace heed::lab {

// products[i] = a[i] * b[i]; partial_sums[i] = the first i + 1 products added up. decimals < 0: a and b stay as they
// are; else both are first rounded in place to so many decimals, halves away from 0, as one does on paper.
void open_dot(double* a, double* b, std::int64_t count, int decimals, double* products, double* partial_sums);

// partial_sums[i] = the first i + 1 values added up. Returns the last one, 0 when there is none.
double running_sum(const double* values, std::int64_t count, double* partial_sums);

// One step on two numbers, in the order that web/heed/core.ts knows.
enum class Operation : int {
  kScale,        // left = score, right = scale
  kSoftcap,      // left = score, right = cap; product = left / right, result = right * tanh(product)
  kBias,         // left = score, right = bias; a bias of -Infinity masks
  kMask,         // left = score, right = 1 may attend, 0 not: the score or -Infinity
  kMaximum,      // the larger, NaN if either is
  kExponential,  // left = masked score, right = row maximum; product = left - right, result = exp(product)
  kAdd,          // left = running sum, right = the next term
  kDivide,       // left = exponential, right = row sum; 0 / 0 is a row masked everywhere: 0
};
constexpr int kOperationCount = 8;

// Where no inner number is named above, product = result. An operation past the last gives NaN.
struct OpenedPair {
  double product, result;
};
OpenedPair open_pair(Operation operation, double left, double right);

}  // namespace heed::lab
