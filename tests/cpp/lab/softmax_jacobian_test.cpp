// The softmax Jacobian on paper, and as differences of attention's own weights.
#include "lab/softmax_jacobian.h"

#include <cmath>

#include "support.h"

using namespace support;

namespace {

std::vector<float> jacobian(const std::vector<double>& weights) {
  std::vector<float> result(weights.size() * weights.size(), kNan);
  heed::lab::softmax_jacobian(weights.data(), static_cast<std::int64_t>(weights.size()), result.data());
  return result;
}

std::vector<double> softmax(const std::vector<double>& scores) {
  std::vector<double> weights;
  double sum = 0;
  for (const double score : scores) weights.push_back(std::exp(score)), sum += weights.back();
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

TEST_CASE("softmax Jacobian: diag(w) - w wT") {
  CHECK(jacobian({0.5, 0.25, 0.25}) ==
        std::vector<float>{0.25f, -0.125f, -0.125f, -0.125f, 0.1875f, -0.0625f, -0.125f, -0.0625f, 0.1875f});
}

TEST_CASE("softmax Jacobian: a row that has chosen, and one that is masked everywhere, do not move") {
  CHECK(jacobian({0, 1, 0}) == std::vector<float>(9, 0));
  CHECK(jacobian({0, 0}) == std::vector<float>(4, 0));
  CHECK(jacobian({}).empty());
}

TEST_CASE("softmax Jacobian: column j is how the weights change when score j is nudged") {
  const std::vector<double> scores{0.5, -1, 2, 0.25};
  const std::vector<float> got = jacobian(softmax(scores));
  for (std::size_t j = 0; j < scores.size(); ++j) {
    std::vector<double> above = scores, below = scores;
    above[j] += 1e-5;
    below[j] -= 1e-5;
    const std::vector<double> up = softmax(above), down = softmax(below);
    for (std::size_t i = 0; i < scores.size(); ++i)
      CHECK(std::fabs((up[i] - down[i]) / 2e-5 - got[i * scores.size() + j]) <= 2e-8);
  }
}

TEST_CASE("softmax Jacobian: the trace is largest for even weights: 0.875 for eight keys") {
  const std::vector<float> even = jacobian(std::vector<double>(8, 0.125));
  float trace = 0;
  for (std::size_t i = 0; i < 8; ++i) trace += even[9 * i];
  CHECK(trace == 0.875f);
}
