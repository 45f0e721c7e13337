// blend: the weighted sum of the values.
#include "steps/blend.h"

#include <cmath>

#include "support.h"

using namespace support;

TEST_CASE("blend: each column is the weighted sum of the values' column") {
  std::vector<float> weights{0.75f, 0.25f}, masked{0, 0}, output(3);
  const Floats values = matrix(2, 3, {4, 0, 8, 0, 8, 8});
  heed::steps::blend(row(weights), row(masked), values.view, 0, 0, row(output));
  CHECK(output == std::vector<float>{3, 2, 8});
}

TEST_CASE("blend: a masked value is left out, never multiplied by 0") {
  std::vector<float> weights{1, 0, 0}, masked{0, -kInfinity, -kInfinity}, output(1);
  const Floats values = matrix(3, 1, {7, kNan, kInfinity});
  heed::steps::blend(row(weights), row(masked), values.view, 0, 0, row(output));
  CHECK(output[0] == 7);
}

TEST_CASE("blend: NaN in a live value reaches its own column only, even at a weight of 0") {
  std::vector<float> weights{1, 0}, masked{0, -500}, output(2);
  const Floats values = matrix(2, 2, {7, 8, kNan, 9});
  heed::steps::blend(row(weights), row(masked), values.view, 0, 0, row(output));
  CHECK(std::isnan(output[0]));
  CHECK(output[1] == 8);
}

TEST_CASE("blend: sums in double") {
  std::vector<float> weights{1, 1, 1}, masked{0, 0, 0}, output(1);
  const Floats values = matrix(3, 1, {1e8f, 1, -1e8f});
  heed::steps::blend(row(weights), row(masked), values.view, 0, 0, row(output));
  CHECK(output[0] == 1);
}

TEST_CASE("blend: without keys the output is 0") {
  std::vector<float> output{kNan};
  const Floats values = matrix(0, 1, {});
  heed::steps::blend({}, {}, values.view, 0, 0, row(output));
  CHECK(output[0] == 0);
}
