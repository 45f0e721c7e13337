// softcap: cap * tanh(s / cap).
#include "steps/softcap.h"

#include "support.h"

using namespace support;

TEST_CASE("softcap: bends scores into (-cap, cap)") {
  std::vector<float> scores{5000, 10000, -10000, 100};
  heed::steps::softcap(row(scores), 50, row(scores));
  CHECK(scores[0] == 50);
  CHECK(scores[1] == 50);
  CHECK(scores[2] == -50);
  CHECK(scores[3] == doctest::Approx(48.20137900).epsilon(1e-7));  // 50 tanh(2)
}

TEST_CASE("softcap: leaves small scores almost as they are, and infinite ones finite") {
  std::vector<float> scores{0, 0.001f, kInfinity};
  heed::steps::softcap(row(scores), 30, row(scores));
  CHECK(scores[0] == 0);
  CHECK(scores[1] == doctest::Approx(0.001).epsilon(1e-6));
  CHECK(scores[2] == 30);
}
