// softmax in its four parts, on one row.
#include "steps/softmax.h"

#include <cmath>

#include "support.h"

using namespace support;

namespace {

std::vector<float> softmax(std::vector<float> scores) {
  const float max = heed::steps::row_max(row(scores));
  std::vector<float> weights(scores.size(), kNan);
  heed::steps::exponentials(row(scores), max, row(weights));
  heed::steps::weights(row(weights), max, heed::steps::row_sum(row(weights)), row(weights));
  return weights;
}

}  // namespace

TEST_CASE("softmax: (1, 0) gives 0.731059 and 0.268941") {
  CHECK(close(softmax({1, 0}), {0.7310586, 0.2689414}, 1e-7));
}

TEST_CASE("softmax: 8 against 7.5 is 0.6225 to 0.3775") {
  CHECK(close(softmax({8, 7.5f}), {0.6224593, 0.3775407}, 1e-7));
}

TEST_CASE("softmax: reads differences, so a shift of every score changes nothing") {
  CHECK(softmax({100, 101}) == softmax({0, 1}));
  CHECK(softmax({-3, 2, 0.5f}) == softmax({61, 66, 64.5f}));
}

TEST_CASE("softmax: a permuted row gives permuted weights") {
  const std::vector<float> weights = softmax({0.25f, -1, 3}), permuted = softmax({3, 0.25f, -1});
  CHECK(permuted == std::vector<float>{weights[2], weights[0], weights[1]});
}

TEST_CASE("softmax: scores that would overflow do not") {
  CHECK(softmax({0, 151.25f, 378, 1000}) == std::vector<float>{0, 0, 0, 1});
  CHECK(softmax({3e38f, 3e38f, -3e38f}) == std::vector<float>{0.5f, 0.5f, 0});
}

TEST_CASE("softmax: -Infinity has weight 0 exactly and the rest share the row") {
  CHECK(softmax({-kInfinity, 2, -kInfinity, 2}) == std::vector<float>{0, 0.5f, 0, 0.5f});
}

TEST_CASE("softmax: a row of -Infinity has weights 0, row sum 0 and log-sum-exp -Infinity, not NaN") {
  std::vector<float> scores{-kInfinity, -kInfinity};
  CHECK(softmax(scores) == std::vector<float>{0, 0});
  CHECK(heed::steps::row_max(row(scores)) == -kInfinity);
  CHECK(heed::steps::log_sum_exp(-kInfinity, 0) == -kInfinity);
}

TEST_CASE("softmax: the running maximum starts at -Infinity, not at a finite number") {
  std::vector<float> scores{-3.4e38f, -kInfinity};
  CHECK(heed::steps::row_max(row(scores)) == -3.4e38f);
  CHECK(softmax(scores) == std::vector<float>{1, 0});
}

TEST_CASE("softmax: one +Infinity or one NaN makes the whole row NaN, wherever it stands") {
  for (const std::vector<float>& scores : {std::vector<float>{kInfinity, 1, 2},
                                           {1, 2, kInfinity},
                                           {kNan, 1, 2},
                                           {1, kNan, 2},
                                           {1, 2, kNan},
                                           {kNan, -kInfinity, -kInfinity}})
    for (const float weight : softmax(scores)) CHECK(std::isnan(weight));
}

TEST_CASE("softmax: 4096 equal scores weigh 1/4096 each") {
  for (const float weight : softmax(std::vector<float>(4096, 7))) CHECK(weight == 0x1p-12f);
}

TEST_CASE("softmax: log-sum-exp is the maximum plus the log of the row sum") {
  CHECK(heed::steps::log_sum_exp(3, 2) == doctest::Approx(3.6931472).epsilon(1e-7));
  CHECK(heed::steps::log_sum_exp(1000, 1) == 1000);
}
