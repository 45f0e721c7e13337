// Choices out of the fuzzer's bytes: sizes and options each from a byte of its own, numbers from a seed, so that a few
// bytes make a whole request. Where the bytes have run out, every choice is the lowest.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>

namespace fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {
    const int high = next();
    numbers_.seed(static_cast<unsigned>(high << 8 | next()));
    special_in_ = static_cast<unsigned>(next());
  }

  // low ... high, at most 256 apart
  std::int64_t whole(std::int64_t low, std::int64_t high) { return low + next() % (high - low + 1); }
  bool one_in(int count) { return next() % count == count - 1; }
  template <class Choice>
  Choice one_of(std::initializer_list<Choice> choices) {
    return choices.begin()[next() % static_cast<int>(choices.size())];
  }

  // Any integer, those at the edges above all.
  std::int64_t extreme() {
    using Limits = std::numeric_limits<std::int64_t>;
    const std::int64_t edge = one_of({Limits::max(), Limits::min(), std::int64_t{0}, std::int64_t{1} << 31,
                                      std::int64_t{1} << 32, std::int64_t{1} << 61, Limits::max() / 3});
    const std::int64_t step = whole(-2, 2);
    return (step > 0 && edge > Limits::max() - step) || (step < 0 && edge < Limits::min() - step) ? edge : edge + step;
  }

  // Among plain numbers some of these.
  enum Special : unsigned { kTiny = 1, kHuge = 2, kNonFinite = 4 };
  float number(unsigned specials) {
    const unsigned drawn = static_cast<unsigned>(numbers_());
    if (special_in_ == 0 || specials == 0 || drawn % (special_in_ + 1) != 0) return plain(drawn);
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    static constexpr float of_kind[3][4] = {
        {1e-45f, -1e-38f, 0, -0.0f}, {3e38f, -3e38f, 1e25f, -2e12f}, {nan, infinity, -infinity, nan}};
    unsigned kind = static_cast<unsigned>(numbers_()) % 3;
    while (!(specials >> kind & 1)) kind = (kind + 1) % 3;
    return of_kind[kind][numbers_() % 4];
  }
  bool likely() { return numbers_() % 4 != 0; }

 private:
  int next() { return size_ == 0 ? 0 : (--size_, *data_++); }
  static float plain(unsigned drawn) { return static_cast<float>(drawn) * 0x1.8p-30f - 3; }  // -3 ... 3

  const std::uint8_t* data_;
  std::size_t size_;
  std::mt19937 numbers_;
  unsigned special_in_ = 0;
};

}  // namespace fuzz
