// exp_lanes and tanh_lanes against float64, over all floats that they take.
#include "fused/exp_lanes.h"

#include <bit>

#include "support.h"

using namespace heed::fused;
using namespace support;

namespace {

// Every 1009th float from 0 to `last`, and `last` itself.
template <class Check>
void for_floats_up_to(float last, const Check& check) {
  const auto end = std::bit_cast<std::uint32_t>(last);
  for (std::uint32_t bits = 0; bits < end; bits += 1009) check(std::bit_cast<float>(bits));
  check(last);
}

// The same number in every lane; what lane 2 gives.
float exp_of(float x) { return exp_lanes(all_lanes(x))[2]; }
float tanh_of(float x) { return tanh_lanes(all_lanes(x))[2]; }

}  // namespace

TEST_CASE(
    "exp_lanes: within 2^-23 (2 + |x|) of e^x for every x from 0 down to -Infinity, and 0 below the normal floats") {
  double worst = 0;
  for_floats_up_to(kInfinity, [&](float size) {
    const double want = std::exp(-double{size}), got = exp_of(-size);
    const double error = std::fabs(got - want) / (0x1p-23 * (2 + double{size}) * want);
    if (want >= 0x1p-126 * (1 + 0x1p-16)) worst = error <= worst ? worst : error;  // NaN becomes the worst
    if (want < 0x1p-126) CHECK(got == 0);
  });
  CHECK(worst <= 1);
}

TEST_CASE("exp_lanes: exactly 1 at 0 and 0 at -Infinity; NaN stays NaN, whatever bits it has") {
  CHECK(exp_of(0) == 1);
  CHECK(exp_of(-0.0f) == 1);
  CHECK(exp_of(-std::numeric_limits<float>::denorm_min()) == 1);
  CHECK(exp_of(-kInfinity) == 0);
  CHECK(!std::signbit(exp_of(-kInfinity)));
  for (const std::uint32_t bits : {0x7fc00000u, 0x7fc00001u, 0x7fffffffu, 0xffc00001u, 0xffffffffu})
    CHECK(std::isnan(exp_of(std::bit_cast<float>(bits))));
}

TEST_CASE("exp_lanes: the lanes have nothing to do with each other") {
  const float numbers[] = {0, -kInfinity, kNan, -1, -2, kNan, -kInfinity, -3};
  const Lanes got = exp_lanes(load_lanes(numbers));
  for (std::int64_t lane = 0; lane < kLanes; ++lane) {
    const float want = exp_of(numbers[lane]);
    CHECK((got[lane] == want || (std::isnan(want) && std::isnan(got[lane]))));
  }
}

TEST_CASE("tanh_lanes: within 2^-22 of tanh x for every x, an odd function, 1 at Infinity and NaN at NaN") {
  double worst = 0;
  for_floats_up_to(kInfinity, [&](float x) {
    const double want = std::tanh(double{x}), got = tanh_of(x);
    // Half a step of the smallest floats is what writing a float may lose.
    const double error = std::fabs(got - want) / (0x1p-22 * want + 0x1p-150);
    worst = error <= worst ? worst : error;
    if (tanh_of(-x) != -tanh_of(x)) worst = kInfinity;
  });
  CHECK(worst <= 1);
  CHECK(tanh_of(kInfinity) == 1);
  CHECK(std::signbit(tanh_of(-0.0f)));
  CHECK(std::isnan(tanh_of(kNan)));
}
