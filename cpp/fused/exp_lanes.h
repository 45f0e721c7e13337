// The exponential and the hyperbolic tangent of a vector of floats, written once for every target.
#pragma once
#include "float4.h"

namespace heed::fused {

// e^x for x <= 0, within 2^-23 (2 + |x|) e^x: no worse than a rounding of x. Exactly 1 at 0 and 0 at -Infinity, NaN at
// NaN. What would be smaller than the smallest normal float, 2^-126, is 0: sums do not miss it, and denormals are slow.
inline Lanes exp_lanes(Lanes x) {
  constexpr float log2_e = 0x1.715476p+0f, lowest = -0x1.5d589ep+6f;  // ln 2^-126, rounded up
  // A float of this size holds whole numbers, in its lowest bits: here n + 127, as the exponent of 2^n is kept.
  constexpr float shift = 0x1.8p+23f + 127;
  const Lanes shifted = multiply_add(x, all_lanes(log2_e), all_lanes(shift));
  const Lanes f = multiply_add(x, all_lanes(log2_e), all_lanes(shift) - shifted);  // x log2(e) = n + f, |f| <= 1/2
  // 2^f = 1 + f ..., least largest relative error, 0.8 * 2^-23
  Lanes power = multiply_add(all_lanes(0x1.5bba14p-10f), f, all_lanes(0x1.3cea88p-7f));
  power = multiply_add(power, f, all_lanes(0x1.c6b752p-5f));
  power = multiply_add(power, f, all_lanes(0x1.ebf9bcp-3f));
  power = multiply_add(power, f, all_lanes(0x1.62e42ap-1f));
  power = multiply_add(power, f, all_lanes(1));
  return zero_where(x < lowest, power * (Lanes)((IntLanes)shifted << 23));
}

// tanh x within 2^-22 |tanh x|. Cephes, S. Moshier, tanhf.c: a polynomial below 0.625, above it 1 - 2 / (e^2x + 1).
inline Lanes tanh_lanes(Lanes x) {
  const IntLanes sign = (IntLanes)x & (IntLanes)all_lanes(-0.0f);
  const Lanes size = (Lanes)((IntLanes)x ^ sign), square = size * size;
  Lanes small = multiply_add(all_lanes(-5.70498872745e-3f), square, all_lanes(2.06390887954e-2f));
  small = multiply_add(small, square, all_lanes(-5.37397155531e-2f));
  small = multiply_add(small, square, all_lanes(1.33314422036e-1f));
  small = multiply_add(small, square, all_lanes(-3.33332819422e-1f));
  small = multiply_add(small * square, size, size);
  const Lanes falling = exp_lanes(all_lanes(-2) * size);
  const Lanes large = (all_lanes(1) - falling) / (all_lanes(1) + falling);
  return (Lanes)((IntLanes)choose(size < all_lanes(0.625f), small, large) | sign);
}

}  // namespace heed::fused
