// Doubles in a caller's scratch, which is counted in floats and aligned for floats only.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>

namespace heed {

struct DoubleCount {
  std::int64_t times, count;  // both at least 0
};

// How many floats have room for all these doubles, one behind the other. -1: more than 64 bits can say.
inline std::int64_t floats_for_doubles(std::initializer_list<DoubleCount> wanted) {
  constexpr std::int64_t floats_each = sizeof(double) / sizeof(float);
  constexpr std::int64_t most = (std::numeric_limits<std::int64_t>::max() - 1) / floats_each;
  std::int64_t total = 0;
  for (const auto& [times, count] : wanted) {
    if (times > 0 && count > (most - total) / times) return -1;
    total += times * count;
  }
  return total * floats_each + 1;  // one more, to align the first
}

// The same room as `count` doubles; what they hold is not defined.
inline double* doubles_in(float* scratch, std::int64_t count) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(double);
  void* start = scratch;
  std::size_t room = bytes + sizeof(float);
  std::align(alignof(double), bytes, start, room);
  return new (start) double[static_cast<std::size_t>(count)];
}

}  // namespace heed
