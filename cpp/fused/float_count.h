// A count of floats that notices when 64 bits do not suffice.
#pragma once
#include <cstdint>

namespace heed::fused {

class FloatCount {
 public:
  // times * count more; -1 for either: it could not be counted either
  FloatCount& add(std::int64_t times, std::int64_t count) {
    std::int64_t product;
    overflow_ |= times < 0 || count < 0 || __builtin_mul_overflow(times, count, &product) ||
                 __builtin_add_overflow(sum_, product, &sum_);
    return *this;
  }
  std::int64_t count() const { return overflow_ ? -1 : sum_; }

 private:
  std::int64_t sum_ = 0;
  bool overflow_ = false;
};

}  // namespace heed::fused
