// Scores of random arrows: the generator against published numbers, means and deviations against theory, the density
// against closed forms. A bound is five standard errors of what is measured; the seeds are fixed.
#include "lab/sample_scores.h"

#include <numbers>

#include "lab/normal_numbers.h"
#include "support.h"

using namespace support;
using heed::lab::score_density;
using heed::lab::ScoreSummary;

namespace {

std::vector<float> sample(std::int64_t key_width, std::int64_t queries, std::int64_t keys, std::uint64_t seed) {
  std::vector<double> query(static_cast<std::size_t>(key_width));
  std::vector<float> scores(static_cast<std::size_t>(queries * keys), kNan);
  heed::lab::sample_scores({key_width, queries, keys, seed}, query.data(), scores.data());
  return scores;
}

ScoreSummary summary(const std::vector<float>& scores, std::int64_t keys, double divisor) {
  return heed::lab::summarize_scores(scores.data(), static_cast<std::int64_t>(scores.size()) / keys, keys, divisor);
}

constexpr double kStandardErrors = 5;

}  // namespace

TEST_CASE("normal numbers: the bits are those that the demo of PCG's reference implementation prints for seed 42") {
  heed::lab::NormalNumbers normal(42);
  for (const std::uint32_t bits : {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu})
    CHECK(normal.bits() == bits);
}

TEST_CASE("normal numbers: the first four moments, and neighbours that know nothing of each other") {
  heed::lab::NormalNumbers normal(1);
  constexpr int count = 400'000;
  double sums[4] = {0, 0, 0, 0}, neighbours = 0, last = normal.next();
  for (int i = 0; i < count; ++i) {
    const double number = normal.next();
    for (int power = 0; power < 4; ++power) sums[power] += std::pow(number, power + 1);
    neighbours += number * last;
    last = number;
  }
  const double error = kStandardErrors / std::sqrt(count);
  CHECK(std::fabs(sums[0] / count) <= error);
  CHECK(std::fabs(sums[1] / count - 1) <= error * std::sqrt(2));
  CHECK(std::fabs(sums[2] / count) <= error * std::sqrt(15));
  CHECK(std::fabs(sums[3] / count - 3) <= error * std::sqrt(96));
  CHECK(std::fabs(neighbours / count) <= error);
}

TEST_CASE("sampled scores: mean 0 and variance d_k, divided by sqrt(d_k) variance 1") {
  for (const std::int64_t width : {1, 4, 64, 257}) {
    INFO("width " << width);
    constexpr std::int64_t count = 20'000;
    const auto d = static_cast<double>(width);
    const std::vector<float> scores = sample(width, count, 1, 7);
    const double error = kStandardErrors / std::sqrt(count);
    const ScoreSummary raw = summary(scores, 1, 1), scaled = summary(scores, 1, std::sqrt(d));
    CHECK(std::fabs(raw.mean) <= error * std::sqrt(d));
    // E s^4 = 3 d^2 + 6 d, so the mean of s^2 has variance (2 d^2 + 6 d) / count.
    CHECK(std::fabs(raw.deviation * raw.deviation - d) <= error * std::sqrt(2 * d * d + 6 * d));
    CHECK(scaled.deviation == doctest::Approx(raw.deviation / std::sqrt(d)).epsilon(1e-12));
    CHECK(scaled.mean == doctest::Approx(raw.mean / std::sqrt(d)).epsilon(1e-9));
  }
}

TEST_CASE("sampled scores: what softmax makes of 8 keys, raw, by sqrt(d_k) and by d_k") {
  // Means of 4 million draws, within 0.001.
  struct Row {
    std::int64_t width;
    double largest_weight[3], slope[3];
  };
  for (const Row& row :
       {Row{4, {0.527, 0.343, 0.227}, {0.604, 0.774, 0.847}}, Row{64, {0.875, 0.360, 0.149}, {0.177, 0.768, 0.873}},
        Row{1024, {0.969, 0.361, 0.131}, {0.045, 0.768, 0.875}}}) {
    constexpr std::int64_t queries = 3000;
    const auto d = static_cast<double>(row.width);
    const std::vector<float> scores = sample(row.width, queries, 8, 11);
    const double divisors[3] = {1, std::sqrt(d), d};
    for (int i = 0; i < 3; ++i) {
      INFO("width " << row.width << ", divisor " << divisors[i]);
      const ScoreSummary got = summary(scores, 8, divisors[i]);
      const double error = kStandardErrors * 0.2 / std::sqrt(queries) + 0.001;  // neither deviates by more than 0.2
      CHECK(std::fabs(got.largest_weight - row.largest_weight[i]) <= error);
      CHECK(std::fabs(got.slope - row.slope[i]) <= error);
    }
  }
}

TEST_CASE("sampled scores: a seed gives the same ones, another seed others") {
  CHECK(sample(16, 20, 3, 5) == sample(16, 20, 3, 5));
  CHECK(sample(16, 20, 3, 5) != sample(16, 20, 3, 6));
  CHECK(sample(1, 1, 1, 0)[0] != sample(1, 1, 1, 1)[0]);
}

TEST_CASE("a summary on paper: (0, 4) and (-2, 2), by 1 and by 2") {
  const ScoreSummary raw = summary({0, 4, -2, 2}, 2, 1), half = summary({0, 4, -2, 2}, 2, 2);
  CHECK(raw.mean == 1);
  CHECK(raw.deviation == doctest::Approx(std::sqrt(5.0)).epsilon(1e-15));
  CHECK(raw.inside == 0.75);
  CHECK(half.inside == 1);
  CHECK(raw.largest_weight == doctest::Approx(1 / (1 + std::exp(-4.0))).epsilon(1e-15));
  CHECK(half.largest_weight == doctest::Approx(1 / (1 + std::exp(-2.0))).epsilon(1e-15));
  CHECK(half.slope == doctest::Approx(2 * half.largest_weight * (1 - half.largest_weight)).epsilon(1e-14));
  CHECK(summary({2, 2, 2, 2, 2, 2, 2, 2}, 8, 1).slope == 0.875);
  CHECK(summary({-1000, 1000}, 2, 1).largest_weight == 1);
}

TEST_CASE("sampled arrows: their products are the scores of their row, bit by bit") {
  constexpr std::int64_t width = 5, keys = 3, queries = 4;
  const std::vector<float> scores = sample(width, queries, keys, 9);
  for (std::int64_t row = 0; row < queries; ++row) {
    std::vector<double> arrows(static_cast<std::size_t>((1 + keys) * width), kNan);
    heed::lab::sample_arrows({width, queries, keys, 9}, row, arrows.data());
    for (std::int64_t key = 0; key < keys; ++key) {
      double score = 0;
      for (std::int64_t i = 0; i < width; ++i)
        score += arrows[static_cast<std::size_t>(i)] * arrows[static_cast<std::size_t>((1 + key) * width + i)];
      CHECK(static_cast<float>(score) == scores[static_cast<std::size_t>(row * keys + key)]);
    }
  }
}

TEST_CASE("score density: closed forms for d_k = 1 to 4") {
  for (const double score : {0.0, 0.25, -1.0, 3.0, -20.0}) {
    INFO("score " << score);
    const double far = std::fabs(score);
    CHECK(score_density(score, 2) == doctest::Approx(std::exp(-far) / 2).epsilon(1e-13));
    CHECK(score_density(score, 4) == doctest::Approx((1 + far) * std::exp(-far) / 4).epsilon(1e-13));
  }
  // |s| K_1(|s|) / pi and K_0(|s|) / pi at 1: Abramowitz and Stegun, table 9.8.
  CHECK(score_density(1, 3) == doctest::Approx(0.6019072301972346 / std::numbers::pi).epsilon(1e-12));
  CHECK(score_density(-1, 1) == doctest::Approx(0.4210244382407083 / std::numbers::pi).epsilon(1e-12));
  CHECK(score_density(0, 1) == std::numeric_limits<double>::infinity());
  CHECK(score_density(std::numeric_limits<double>::infinity(), 8) == 0);
  CHECK(std::isnan(score_density(std::numeric_limits<double>::quiet_NaN(), 8)));
}

TEST_CASE("score density: area 1, variance d_k, and for a large d_k the normal curve") {
  for (const std::int64_t width : {2, 5, 64, 1024}) {
    INFO("width " << width);
    const auto d = static_cast<double>(width);
    const double step = std::sqrt(d) / 50;
    double area = 0, variance = 0;
    for (double score = -40 * std::sqrt(d); score <= 40 * std::sqrt(d); score += step) {
      area += score_density(score, width) * step;
      variance += score * score * score_density(score, width) * step;
    }
    CHECK(area == doctest::Approx(1).epsilon(2e-4));
    CHECK(variance == doctest::Approx(d).epsilon(2e-4));
  }
  CHECK(score_density(1000, 1'000'000) ==
        doctest::Approx(std::exp(-0.5) / std::sqrt(2e6 * std::numbers::pi)).epsilon(1e-5));
}

TEST_CASE("score density: the share of sampled scores within [-3, 3]") {
  for (const std::int64_t width : {4, 64}) {
    double share = 0;
    for (double score = -3 + 0.005; score < 3; score += 0.01) share += score_density(score, width) * 0.01;
    constexpr std::int64_t count = 20'000;
    CHECK(std::fabs(summary(sample(width, count, 1, 3), 1, 1).inside - share) <=
          kStandardErrors * 0.5 / std::sqrt(count));
  }
}
