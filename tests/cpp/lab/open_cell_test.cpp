// A number opened into what it was made of.
#include "lab/open_cell.h"

#include <cmath>

#include "random_request.h"

using namespace support;
using heed::Stage;
using heed::lab::open_pair;
using heed::lab::Operation;

TEST_CASE("a running sum: each partial sum in double, and nothing adds up to 0") {
  const double values[] = {0.5, 0.25, -1, 1e-17};
  double partial_sums[4];
  CHECK(heed::lab::running_sum(values, 4, partial_sums) == -0.25 + 1e-17);
  CHECK(partial_sums[0] == 0.5);
  CHECK(partial_sums[1] == 0.75);
  CHECK(partial_sums[2] == -0.25);
  CHECK(heed::lab::running_sum(nullptr, 0, nullptr) == 0);
}

TEST_CASE("open_dot: the products, and the running sums that end in the dot product") {
  double a[] = {1, 0, 1, 0}, b[] = {2, 5, 3, 7}, products[4], partial_sums[4];
  heed::lab::open_dot(a, b, 4, -1, products, partial_sums);
  const double want_products[] = {2, 0, 3, 0}, want_sums[] = {2, 2, 5, 5};
  for (int i = 0; i < 4; ++i) {
    CHECK(products[i] == want_products[i]);
    CHECK(partial_sums[i] == want_sums[i]);
  }
}

TEST_CASE("open_dot: the worked example as on paper, weights rounded to three decimals: 0.731 * 5 = 3.655") {
  double weights[] = {0.7310585786, 0.2689414214}, values[] = {5, 0}, products[2], partial_sums[2];
  heed::lab::open_dot(weights, values, 2, 3, products, partial_sums);
  CHECK(weights[0] == 0.731);
  CHECK(weights[1] == 0.269);
  CHECK(partial_sums[1] == doctest::Approx(3.655).epsilon(1e-15));
}

TEST_CASE("open_dot: rounds halves away from 0 and leaves what has no decimals alone") {
  double a[] = {0.5, -0.5, 1e300, kInfinity}, b[] = {1, 1, 1, 1}, products[4], partial_sums[4];
  heed::lab::open_dot(a, b, 4, 0, products, partial_sums);
  CHECK(a[0] == 1);
  CHECK(a[1] == -1);
  CHECK(a[2] == 1e300);
  CHECK(a[3] == kInfinity);
}

TEST_CASE("open_dot: a number that overflows when its decimals are shifted is left as it is") {
  double a[] = {1e307}, b[] = {1}, products[1], partial_sums[1];
  heed::lab::open_dot(a, b, 1, 3, products, partial_sums);
  CHECK(a[0] == 1e307);
}

TEST_CASE("open_dot: nothing to add up leaves everything alone") {
  double untouched = 7;
  heed::lab::open_dot(nullptr, nullptr, 0, -1, &untouched, &untouched);
  CHECK(untouched == 7);
}

TEST_CASE("open_pair: each step on two numbers") {
  CHECK(open_pair(Operation::kScale, 2, 0.5).result == 1);
  CHECK(open_pair(Operation::kSoftcap, 100, 50).product == 2);
  CHECK(open_pair(Operation::kSoftcap, 100, 50).result == doctest::Approx(48.2013790038).epsilon(1e-11));
  CHECK(open_pair(Operation::kBias, 2, -3).result == -1);
  CHECK(open_pair(Operation::kMask, 2, 1).result == 2);
  CHECK(open_pair(Operation::kMaximum, 2, 3).result == 3);
  CHECK(open_pair(Operation::kMaximum, 3, 2).result == 3);
  CHECK(open_pair(Operation::kExponential, 1, 3).product == -2);
  CHECK(open_pair(Operation::kExponential, 1, 3).result == doctest::Approx(0.1353352832366127).epsilon(1e-15));
  CHECK(open_pair(Operation::kAdd, 2, 3).result == 5);
  CHECK(open_pair(Operation::kDivide, 1, 4).result == 0.25);
}

TEST_CASE("open_pair: masks by selection, and a row masked everywhere stays 0") {
  CHECK(open_pair(Operation::kMask, kNan, 0).result == -kInfinity);
  CHECK(open_pair(Operation::kBias, kNan, -kInfinity).result == -kInfinity);
  CHECK(open_pair(Operation::kExponential, -kInfinity, -kInfinity).product == -kInfinity);
  CHECK(open_pair(Operation::kExponential, -kInfinity, -kInfinity).result == 0);
  CHECK(open_pair(Operation::kDivide, 0, 0).result == 0);
  CHECK(std::isnan(open_pair(Operation::kMaximum, kNan, 1).result));
  CHECK(std::isnan(open_pair(Operation::kMaximum, 1, kNan).result));
}

TEST_CASE("open_pair: an operation that does not exist gives NaN") {
  CHECK(std::isnan(open_pair(static_cast<Operation>(heed::lab::kOperationCount), 1, 1).result));
}

TEST_CASE("opened cells: rounded to float32 they are the trace's numbers, bit by bit") {
  for (unsigned seed = 1; seed <= 80; ++seed) {
    CAPTURE(seed);
    const RandomRequest made(seed);
    const Traced got = trace(made.request);
    const heed::Tensor &q = got[Stage::kQ], &k = got[Stage::kK], &v = got[Stage::kV], &weights = got[Stage::kWeights];
    const std::int64_t m = k.size[2], d = q.size[3], n = q.size[2];
    const double scale = made.request.scale ? *made.request.scale : 1 / std::sqrt(static_cast<double>(d));
    std::vector<double> a(static_cast<std::size_t>(std::max(d, m))), b(a), products(a), sums(a);
    const std::int64_t i = n - 1, j = m - 1;  // of batch 0, head 0
    for (std::size_t c = 0; c < static_cast<std::size_t>(d); ++c) {
      a[c] = q.at(0, 0, i, static_cast<std::int64_t>(c));
      b[c] = k.at(0, 0, j, static_cast<std::int64_t>(c));
    }
    heed::lab::open_dot(a.data(), b.data(), d, -1, products.data(), sums.data());
    const float score = got[Stage::kScores].at(0, 0, i, j), scaled = got[Stage::kScaled].at(0, 0, i, j);
    CHECK(static_cast<float>(sums[static_cast<std::size_t>(d - 1)]) == score);
    CHECK(static_cast<float>(open_pair(Operation::kScale, score, scale).result) == scaled);
    if (made.request.softcap != 0)
      CHECK(static_cast<float>(open_pair(Operation::kSoftcap, scaled, made.request.softcap).result) ==
            got[Stage::kCapped].at(0, 0, i, j));
    const float masked = got[Stage::kMasked].at(0, 0, i, j), max = got[Stage::kRowMax].at(0, 0, i, 0);
    const float exponential = got[Stage::kExponentials].at(0, 0, i, j), sum = got[Stage::kRowSum].at(0, 0, i, 0);
    CHECK(static_cast<float>(open_pair(Operation::kExponential, masked, max).result) == exponential);
    CHECK(static_cast<float>(open_pair(Operation::kDivide, exponential, sum).result) == weights.at(0, 0, i, j));
    for (std::size_t key = 0; key < static_cast<std::size_t>(m); ++key) {
      a[key] = weights.at(0, 0, i, static_cast<std::int64_t>(key));
      b[key] = v.at(0, 0, static_cast<std::int64_t>(key), 0);
    }
    heed::lab::open_dot(a.data(), b.data(), m, -1, products.data(), sums.data());
    CHECK(static_cast<float>(sums[static_cast<std::size_t>(m - 1)]) == got[Stage::kOutput].at(0, 0, i, 0));
  }
}
