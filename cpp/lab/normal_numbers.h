// Normal numbers (mean 0, variance 1) from a seed. Made of sums, products, log and sqrt in double, so a seed gives the
// same ones in every wasm flavour; native, log may differ in the last bit.
#pragma once
#include <cmath>
#include <cstdint>

namespace heed::lab {

// Bits: PCG32 (XSH RR), M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
// Random Number Generation", 2014. Shape: the polar method, G. Marsaglia and T. Bray, SIAM Review 6, 1964.
class NormalNumbers {
 public:
  explicit NormalNumbers(std::uint64_t seed) : state_(kIncrement + seed) { bits(); }

  double next() {
    has_spare_ = !has_spare_;
    if (!has_spare_) return spare_;
    double x, y, square;
    do {
      x = uniform();
      y = uniform();
      square = x * x + y * y;
    } while (square >= 1);
    const double stretch = std::sqrt(-2 * std::log(square) / square);
    spare_ = y * stretch;
    return x * stretch;
  }

  // The generator itself: 32 bits, each value as likely as any other.
  std::uint32_t bits() {
    const std::uint64_t state = state_;
    state_ = state * 6364136223846793005u + kIncrement;
    const auto mixed = static_cast<std::uint32_t>(((state >> 18) ^ state) >> 27);
    const auto turn = static_cast<std::uint32_t>(state >> 59);
    return (mixed >> turn) | (mixed << (-turn & 31));
  }

 private:
  static constexpr std::uint64_t kIncrement = 109;  // stream 54, that of the reference implementation's demo

  // The middle of one of 2^32 equal steps of (-1, 1): never 0, whose logarithm the polar method could not take.
  double uniform() { return (bits() + 0.5) * 0x1p-31 - 1; }

  std::uint64_t state_;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace heed::lab
