// Doubles in scratch that is counted in floats: how many, where, and when there are too many.
#include "scratch.h"

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("scratch: two floats a double, and one to align the first") {
  CHECK(heed::floats_for_doubles({}) == 1);
  CHECK(heed::floats_for_doubles({{3, 5}, {1, 2}}) == 2 * 17 + 1);
  CHECK(heed::floats_for_doubles({{0, INT64_MAX}, {INT64_MAX, 0}}) == 1);
}

TEST_CASE("scratch: a count that 64 bits cannot say is -1, be it a product or a sum") {
  constexpr std::int64_t most = (INT64_MAX - 1) / 2;
  CHECK(heed::floats_for_doubles({{1, most}}) == 2 * most + 1);
  CHECK(heed::floats_for_doubles({{1, most}, {1, 1}}) == -1);
  CHECK(heed::floats_for_doubles({{std::int64_t{1} << 32, std::int64_t{1} << 32}}) == -1);
}

TEST_CASE("scratch: the doubles are aligned and end within the floats, wherever those start") {
  std::vector<float> floats(static_cast<std::size_t>(heed::floats_for_doubles({{1, 4}})) + 1);
  for (const std::size_t start : {0u, 1u}) {
    double* const doubles = heed::doubles_in(floats.data() + start, 4);
    CHECK(reinterpret_cast<std::uintptr_t>(doubles) % alignof(double) == 0);
    CHECK(reinterpret_cast<float*>(doubles) >= floats.data() + start);
    CHECK(reinterpret_cast<float*>(doubles + 4) <= floats.data() + floats.size() - 1 + start);
  }
}
