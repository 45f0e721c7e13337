// The exponential and the hyperbolic tangent of four floats, written once for every target.
#pragma once
#include "float4.h"

namespace heed::fused {

// e^x for x <= 0, within 2^-23 (2 + |x|) e^x: no worse than a rounding of x. Exactly 1 at 0 and 0 at -Infinity, NaN at
// NaN. What would be smaller than the smallest normal float, 2^-126, is 0: sums do not miss it, and denormals are slow.
inline Float4 exp4(Float4 x) {
  constexpr float log2_e = 0x1.715476p+0f, lowest = -0x1.5d589ep+6f;  // ln 2^-126, rounded up
  // A float of this size holds whole numbers, in its lowest bits: here n + 127, as the exponent of 2^n is kept.
  constexpr float shift = 0x1.8p+23f + 127;
  const Float4 shifted = multiply_add(x, all4(log2_e), all4(shift));
  const Float4 f = multiply_add(x, all4(log2_e), all4(shift) - shifted);  // x log2(e) = n + f, |f| <= 1/2
  // 2^f = 1 + f ..., least largest relative error, 0.8 * 2^-23
  Float4 power = multiply_add(all4(0x1.5bba14p-10f), f, all4(0x1.3cea88p-7f));
  power = multiply_add(power, f, all4(0x1.c6b752p-5f));
  power = multiply_add(power, f, all4(0x1.ebf9bcp-3f));
  power = multiply_add(power, f, all4(0x1.62e42ap-1f));
  power = multiply_add(power, f, all4(1));
  return zero_where(x < lowest, power * (Float4)((Int4)shifted << 23));
}

// tanh x within 2^-22 |tanh x|. Cephes, S. Moshier, tanhf.c: a polynomial below 0.625, above it 1 - 2 / (e^2x + 1).
inline Float4 tanh4(Float4 x) {
  const Int4 sign = (Int4)x & (Int4)all4(-0.0f);
  const Float4 size = (Float4)((Int4)x ^ sign), square = size * size;
  Float4 small = multiply_add(all4(-5.70498872745e-3f), square, all4(2.06390887954e-2f));
  small = multiply_add(small, square, all4(-5.37397155531e-2f));
  small = multiply_add(small, square, all4(1.33314422036e-1f));
  small = multiply_add(small, square, all4(-3.33332819422e-1f));
  small = multiply_add(small * square, size, size);
  const Float4 falling = exp4(all4(-2) * size);
  const Float4 large = (all4(1) - falling) / (all4(1) + falling);
  return (Float4)((Int4)choose4(size < all4(0.625f), small, large) | sign);
}

}  // namespace heed::fused
