#include "pair.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heed::lab {

namespace {

double norm(const double* arrow, std::int64_t count) {
  double length = 0;
  for (std::int64_t i = 0; i < count; ++i) length = std::hypot(length, arrow[i]);  // squares could overflow
  return length;
}

}  // namespace

Pair pair(const double* q, const double* k, std::int64_t count) {
  Pair result{0, norm(q, count), norm(k, count), 0, std::numbers::pi / 2, 0};
  for (std::int64_t i = 0; i < count; ++i) result.dot += q[i] * k[i];
  if (result.norm_q == 0 || result.norm_k == 0) return result;

  // Kahan's formula: the angle between unit arrows from their difference and sum. acos(cosine) would lose half the
  // digits near 0 and pi.
  double cosine = 0, difference = 0, sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double unit_q = q[i] / result.norm_q, unit_k = k[i] / result.norm_k;
    cosine += unit_q * unit_k;
    difference = std::hypot(difference, unit_q - unit_k);
    sum = std::hypot(sum, unit_q + unit_k);
  }
  result.cosine = std::clamp(cosine, -1.0, 1.0);
  result.angle = 2 * std::atan2(difference, sum);
  result.shadow = result.norm_k * result.cosine;
  return result;
}

}  // namespace heed::lab
