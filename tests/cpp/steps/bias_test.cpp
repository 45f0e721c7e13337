// bias: added, except that -Infinity masks.
#include "steps/bias.h"

#include <cmath>

#include "support.h"

using namespace support;

TEST_CASE("bias: is added to the score") {
  std::vector<float> scores{1, 2, 3}, bias{0, -0.5f, 10};
  heed::steps::bias(row(scores), row(bias), row(scores));
  CHECK(scores == std::vector<float>{1, 1.5f, 13});
}

TEST_CASE("bias: -Infinity masks whatever stood there, NaN and +Infinity too") {
  std::vector<float> scores{1, kNan, kInfinity}, bias{-kInfinity, -kInfinity, -kInfinity};
  heed::steps::bias(row(scores), row(bias), row(scores));
  CHECK(scores == std::vector<float>{-kInfinity, -kInfinity, -kInfinity});
}

TEST_CASE("bias: a large finite negative is just a bias; +Infinity and NaN are live") {
  std::vector<float> scores{1, 1, 1}, bias{-10000, kInfinity, kNan};
  heed::steps::bias(row(scores), row(bias), row(scores));
  CHECK(scores[0] == -9999);
  CHECK(scores[1] == kInfinity);
  CHECK(std::isnan(scores[2]));
}

TEST_CASE("bias: one number may stand for the whole row") {
  std::vector<float> scores{1, 2}, bias{5};
  heed::steps::bias(row(scores), heed::ConstRow{bias.data(), 2, 0}, row(scores));
  CHECK(scores == std::vector<float>{6, 7});
}
