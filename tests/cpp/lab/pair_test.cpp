// A query and a key as two arrows.
#include "lab/pair.h"

#include <cmath>
#include <numbers>

#include "support.h"

using namespace support;
using heed::lab::Pair;

namespace {

Pair compare(const std::vector<double>& q, const std::vector<double>& k) {
  return heed::lab::pair(q.data(), k.data(), static_cast<std::int64_t>(q.size()));
}

constexpr double kPi = std::numbers::pi;

}  // namespace

TEST_CASE("pair: (3, 4) and (4, 3)") {
  const Pair pair = compare({3, 4}, {4, 3});
  CHECK(pair.dot == 24);
  CHECK(pair.norm_q == 5);
  CHECK(pair.norm_k == 5);
  CHECK(pair.cosine == doctest::Approx(0.96).epsilon(1e-15));
  CHECK(pair.angle == doctest::Approx(0.283794109208328).epsilon(1e-14));
  CHECK(pair.shadow == doctest::Approx(4.8).epsilon(1e-15));
}

TEST_CASE("pair: the same way, perpendicular, opposite") {
  CHECK(compare({1, 2}, {2, 4}).angle == doctest::Approx(0).epsilon(1e-15));
  CHECK(compare({1, 0}, {0, 5}).angle == doctest::Approx(kPi / 2).epsilon(1e-15));
  CHECK(compare({1, 0}, {0, 5}).shadow == 0);
  CHECK(compare({1, 2}, {-2, -4}).angle == doctest::Approx(kPi).epsilon(1e-15));
  CHECK(compare({1, 0}, {-3, 0}).shadow == -3);
  CHECK(compare({1, 0}, {-3, 0}).cosine == -1);
}

TEST_CASE("pair: the angle does not read the lengths, the dot product does") {
  const Pair longer = compare({300, 400}, {4, 3}), pair = compare({3, 4}, {4, 3});
  CHECK(longer.angle == doctest::Approx(pair.angle).epsilon(1e-15));
  CHECK(longer.dot == 100 * pair.dot);
}

TEST_CASE("pair: a tiny angle keeps its digits, where acos of the cosine would give 0") {
  CHECK(compare({1, 0}, {1, 1e-9}).angle == doctest::Approx(1e-9).epsilon(1e-12));
}

TEST_CASE("pair: a zero arrow is perpendicular to everything and has no shadow") {
  for (const Pair& pair :
       {compare({0, 0}, {1, 2}), compare({1, 2}, {0, 0}), compare({0, 0}, {0, 0}), compare({}, {})}) {
    CHECK(pair.dot == 0);
    CHECK(pair.cosine == 0);
    CHECK(pair.angle == kPi / 2);
    CHECK(pair.shadow == 0);
  }
}

TEST_CASE("pair: lengths whose squares overflow or vanish are right") {
  CHECK(compare({3e200, 4e200}, {1, 0}).norm_q == doctest::Approx(5e200).epsilon(1e-15));
  CHECK(compare({3e200, 4e200}, {1, 0}).cosine == doctest::Approx(0.6).epsilon(1e-15));
  CHECK(compare({3e-200, 4e-200}, {1, 0}).cosine == doctest::Approx(0.6).epsilon(1e-15));
}

TEST_CASE("pair: the cosine stays within [-1, 1] and the shadow is |k| cos(angle)") {
  Random random(3);
  for (int draw = 0; draw < 200; ++draw) {
    std::vector<double> q, k;
    for (std::int64_t i = random.whole(1, 9); i > 0; --i) {
      q.push_back(random.between(-2, 2));
      k.push_back(draw % 2 == 0 ? random.between(-2, 2) : q.back() * 3);
    }
    const Pair pair = compare(q, k);
    CHECK(std::fabs(pair.cosine) <= 1);
    CHECK(pair.shadow == doctest::Approx(pair.norm_k * std::cos(pair.angle)).epsilon(1e-12));
    CHECK(pair.shadow * pair.norm_q == doctest::Approx(pair.dot).epsilon(1e-12));
  }
}
