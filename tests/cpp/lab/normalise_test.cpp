// The four ways to share 1 among scores: softmax as attention has it, and where the other three break.
#include "lab/normalise.h"

#include <cmath>

#include "steps/softmax.h"
#include "support.h"

using namespace support;
using heed::lab::Normalisation;

namespace {

struct Normalised {
  std::vector<float> numerators, weights;
  float sum;
};

Normalised normalise(Normalisation rule, std::vector<float> scores) {
  Normalised result{std::vector<float>(scores.size(), kNan), std::vector<float>(scores.size(), kNan), kNan};
  result.sum = heed::lab::normalise(rule, row(scores), row(result.numerators), row(result.weights));
  return result;
}

bool all_nan(const std::vector<float>& values) {
  for (const float value : values)
    if (!std::isnan(value)) return false;
  return !values.empty();
}

constexpr Normalisation kAll[] = {Normalisation::kSoftmax, Normalisation::kNaive, Normalisation::kPlain,
                                  Normalisation::kHard};

}  // namespace

TEST_CASE("normalise: softmax is the softmax step, bit by bit") {
  std::vector<float> scores{0.3f, -7.25f, 2.125f, -kInfinity, 88.5f, 88.4f};
  std::vector<float> exponentials(scores.size()), weights(scores.size());
  const float max = heed::steps::row_max(row(scores));
  heed::steps::exponentials(row(scores), max, row(exponentials));
  const float sum = heed::steps::row_sum(row(exponentials));
  heed::steps::weights(row(exponentials), max, sum, row(weights));

  const Normalised got = normalise(Normalisation::kSoftmax, scores);
  CHECK(got.numerators == exponentials);
  CHECK(got.sum == sum);
  CHECK(got.weights == weights);
}

TEST_CASE("normalise: naive gives softmax's weights while nothing overflows") {
  const Normalised got = normalise(Normalisation::kNaive, {1, 0, -kInfinity});
  CHECK(close(got.numerators, {2.7182817, 1, 0}, 1e-6));
  CHECK(close(got.weights, {0.7310586, 0.2689414, 0}, 1e-7));
}

TEST_CASE("normalise: naive overflows float32 between 88.72 and 88.73, and Infinity / Infinity is NaN") {
  CHECK(std::isfinite(normalise(Normalisation::kNaive, {88.72f, 0}).sum));
  const Normalised got = normalise(Normalisation::kNaive, {88.73f, 1000, 0});
  CHECK(got.numerators[0] == kInfinity);
  CHECK(got.sum == kInfinity);
  CHECK(std::isnan(got.weights[0]));
  CHECK(std::isnan(got.weights[1]));
  CHECK(got.weights[2] == 0);
}

TEST_CASE("normalise: naive divides 0 by 0 where every score is far below 0") {
  CHECK(all_nan(normalise(Normalisation::kNaive, {-1000, -1001}).weights));
  CHECK(normalise(Normalisation::kSoftmax, {-1000, -1000}).weights == std::vector<float>{0.5f, 0.5f});
}

TEST_CASE("normalise: plain reads ratios, gives negative shares, and breaks where the scores add up to 0") {
  CHECK(close(normalise(Normalisation::kPlain, {2, 1}).weights, {0.6666667, 0.3333333}, 1e-7));
  CHECK(close(normalise(Normalisation::kPlain, {0.2f, 0.1f}).weights, {0.6666667, 0.3333333}, 1e-7));
  CHECK(normalise(Normalisation::kPlain, {2, -1}).weights == std::vector<float>{2, -1});
  CHECK(normalise(Normalisation::kPlain, {1, -1}).weights == std::vector<float>{kInfinity, -kInfinity});
}

TEST_CASE("normalise: hard gives all to the largest; equals share it") {
  CHECK(normalise(Normalisation::kHard, {1, 3, 2}).weights == std::vector<float>{0, 1, 0});
  const Normalised got = normalise(Normalisation::kHard, {3, -kInfinity, 3, 3});
  CHECK(got.numerators == std::vector<float>{1, 0, 1, 1});
  CHECK(got.sum == 3);
  CHECK(close(got.weights, {1.0 / 3, 0, 1.0 / 3, 1.0 / 3}, 1e-7));
}

TEST_CASE("normalise: a row masked everywhere is 0 where there is a rule for it, and 0 / 0 where there is none") {
  const std::vector<float> masked{-kInfinity, -kInfinity};
  for (const Normalisation rule : {Normalisation::kSoftmax, Normalisation::kHard}) {
    CHECK(normalise(rule, masked).weights == std::vector<float>{0, 0});
    CHECK(normalise(rule, masked).sum == 0);
  }
  CHECK(all_nan(normalise(Normalisation::kNaive, masked).weights));
  CHECK(all_nan(normalise(Normalisation::kPlain, masked).weights));
}

TEST_CASE("normalise: one NaN makes every weight NaN, under every rule") {
  for (const Normalisation rule : kAll) CHECK(all_nan(normalise(rule, {1, kNan, 2}).weights));
}

TEST_CASE("normalise: an empty row has a sum of 0, under every rule") {
  for (const Normalisation rule : kAll) CHECK(normalise(rule, {}).sum == 0);
}
