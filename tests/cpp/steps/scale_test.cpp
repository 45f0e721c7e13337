// scale: one multiplier.
#include "steps/scale.h"

#include "support.h"

using namespace support;

TEST_CASE("scale: 1/sqrt(d) by default, not 1/d") {
  CHECK(heed::steps::default_scale(1) == 1);
  CHECK(heed::steps::default_scale(4) == 0.5);
  CHECK(heed::steps::default_scale(64) == 0.125);
  CHECK(heed::steps::default_scale(2) == doctest::Approx(0.70710678118654752).epsilon(1e-15));
}

TEST_CASE("scale: multiplies in place, 0 and negative factors included") {
  std::vector<float> scores{2, 0, -3};
  heed::steps::scale(row(scores), -0.5, row(scores));
  CHECK(scores == std::vector<float>{-1, 0, 1.5f});
  heed::steps::scale(row(scores), 0, row(scores));
  CHECK(scores == std::vector<float>{0, 0, 0});
}
