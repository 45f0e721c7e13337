#include "sample_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "normal_numbers.h"

namespace heed::lab {

namespace {

struct RowSummary {
  double largest_weight, slope;
};

RowSummary summarize_row(const float* scores, std::int64_t count, double divisor) {
  const double largest = *std::max_element(scores, scores + count);
  double sum = 0, sum_of_squares = 0;
  for (std::int64_t key = 0; key < count; ++key) {
    const double exponential = std::exp((scores[key] - largest) / divisor);
    sum += exponential;
    sum_of_squares += exponential * exponential;
  }
  return {1 / sum, 1 - sum_of_squares / (sum * sum)};  // the largest exponential is 1
}

}  // namespace

void sample_scores(const ScoreSample& sample, double* query, float* scores) {
  NormalNumbers normal(sample.seed);
  for (std::int64_t row = 0; row < sample.query_count; ++row) {
    for (std::int64_t i = 0; i < sample.key_width; ++i) query[i] = normal.next();
    for (std::int64_t key = 0; key < sample.key_count; ++key) {
      double score = 0;
      for (std::int64_t i = 0; i < sample.key_width; ++i) score += query[i] * normal.next();
      *scores++ = static_cast<float>(score);
    }
  }
}

void sample_arrows(const ScoreSample& sample, std::int64_t row, double* arrows) {
  NormalNumbers normal(sample.seed);
  const std::int64_t count = (1 + sample.key_count) * sample.key_width;
  for (std::int64_t i = 0; i < row * count; ++i) normal.next();
  for (std::int64_t i = 0; i < count; ++i) arrows[i] = normal.next();
}

ScoreSummary summarize_scores(const float* scores, std::int64_t query_count, std::int64_t key_count, double divisor) {
  const std::int64_t score_count = query_count * key_count;
  ScoreSummary summary{0, 0, 0, 0, 0};
  for (std::int64_t i = 0; i < score_count; ++i) summary.mean += scores[i] / divisor;
  summary.mean /= static_cast<double>(score_count);
  for (std::int64_t i = 0; i < score_count; ++i) {
    const double score = scores[i] / divisor;
    summary.deviation += (score - summary.mean) * (score - summary.mean);
    summary.inside += std::fabs(score) <= 3 ? 1 : 0;
  }
  summary.deviation = std::sqrt(summary.deviation / static_cast<double>(score_count));
  summary.inside /= static_cast<double>(score_count);
  for (std::int64_t row = 0; row < query_count; ++row) {
    const auto [largest_weight, slope] = summarize_row(scores + row * key_count, key_count, divisor);
    summary.largest_weight += largest_weight / static_cast<double>(query_count);
    summary.slope += slope / static_cast<double>(query_count);
  }
  return summary;
}

double score_density(double score, std::int64_t key_width) {
  const auto width = static_cast<double>(key_width);
  if (std::isinf(score)) return 0;
  if (score == 0 && key_width == 1) return std::numeric_limits<double>::infinity();

  // With u = log t the integrand has one peak and falls away faster than any power on both sides, so that a sum over
  // equal steps of u converges as fast. Logarithms, since the factors alone overflow.
  const auto exponent = [=](double u) {
    const double t = std::exp(u);
    return (width - 1) / 2 * u - score / 2 * (score / t) - t / 2;
  };
  const double t = ((width - 1) + std::hypot(width - 1, 2 * score)) / 2;
  const double peak = std::log(t), highest = exponent(peak);
  const double step = std::min(0.25, 0.5 / std::sqrt((score * (score / t) + t) / 2));  // half the peak's deviation
  double sum = 1;
  for (const double side : {-step, step}) {
    double term = 1;
    for (double u = peak + side; term > 1e-17; u += side) {
      term = std::exp(exponent(u) - highest);
      sum += term;
    }
  }
  // Shared between threads is only the sign that lgamma also leaves behind, which is + here and never read.
  const double gamma = std::lgamma(width / 2);  // NOLINT(concurrency-mt-unsafe)
  const double norm = std::log(2 * std::numbers::pi) / 2 + width / 2 * std::numbers::ln2 + gamma;
  return sum * step * std::exp(highest - norm);
}

}  // namespace heed::lab
