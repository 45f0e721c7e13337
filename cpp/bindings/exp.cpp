// Found before the C library's exp, whose table of 2 kB does not pack: made of expm1, which tanh brings anyway. Within
// one unit in the last place.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

// 2^exponent, for -1022 ... 1023
double power_of_two(std::int64_t exponent) { return std::bit_cast<double>((exponent + 1023) << 52); }

}  // namespace

// e^x = 2^n e^r, n = x / ln 2 to the nearest whole number, so |r| <= ln 2 / 2 and 1 + expm1(r) loses nothing. ln 2 in
// two parts, as n times the first is exact: fdlibm, e_exp.c, Sun Microsystems.
extern "C" double exp(double x) {
  if (x > 709.8) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0;
  if (x != x) return x;
  const double n = std::nearbyint(x * 0x1.71547652b82fep+0);
  const double r = (x - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33;
  const auto whole = static_cast<std::int64_t>(n), half = whole / 2;
  return (1 + std::expm1(r)) * power_of_two(half) * power_of_two(whole - half);  // in two steps: 2^n may be denormal
}
