// The running maximum and sum: any cutting into blocks gives the softmax of the whole row.
#include "fused/online_softmax.h"

#include "support.h"

using heed::fused::OnlineSoftmax;
using namespace support;

namespace {

// One block: scores, and behind them masked keys up to as many as are met at once.
struct Block {
  std::vector<float> scores;
  Block(std::vector<float> of) : scores(std::move(of)) {
    constexpr std::size_t step = 2 * heed::fused::kLanes;
    scores.resize((scores.size() + step - 1) / step * step, -kInfinity);
  }
  float taken_by(OnlineSoftmax& softmax) {
    const auto count = static_cast<std::int64_t>(scores.size());
    const float shrink = softmax.meet(scores.data(), count);
    softmax.take(scores.data(), count);
    return shrink;
  }
};

// The softmax of `scores` met in blocks of `size`.
OnlineSoftmax taken(const std::vector<float>& scores, std::size_t size) {
  OnlineSoftmax softmax;
  for (std::size_t first = 0; first < scores.size(); first += size) {
    const std::size_t count = std::min(size, scores.size() - first);
    Block(std::vector<float>(scores.data() + first, scores.data() + first + count)).taken_by(softmax);
  }
  return softmax;
}

}  // namespace

TEST_CASE("online softmax: blocks of any size give the sum, the weights and the log-sum-exp of the whole") {
  const std::vector<float> scores = {1, 2, 3, -1, 0.5f};
  const double exponentials = std::exp(-2.0) + std::exp(-1.0) + 1 + std::exp(-4.0) + std::exp(-2.5);
  for (const std::size_t size : {1u, 2u, 3u, 5u}) {
    CAPTURE(size);
    const OnlineSoftmax softmax = taken(scores, size);
    CHECK(softmax.sum() == doctest::Approx(exponentials).epsilon(1e-7));
    CHECK(softmax.weight(3) == doctest::Approx(1 / exponentials).epsilon(1e-7));
    CHECK(softmax.weight(-1) == doctest::Approx(std::exp(-4.0) / exponentials).epsilon(1e-7));
    CHECK(softmax.log_sum_exp() == doctest::Approx(3 + std::log(exponentials)).epsilon(1e-7));
  }
}

TEST_CASE("online softmax: every eighth score goes into one sum, however many lanes there are") {
  Random random(75);
  Block block([&] {
    std::vector<float> scores(128);
    for (float& score : scores) score = static_cast<float>(random.between(-5, 0));
    return scores;
  }());
  OnlineSoftmax softmax;
  block.taken_by(softmax);
  float sums[8] = {};
  for (std::size_t key = 0; key < 128; ++key) sums[key % 8] += block.scores[key];
  const float four[] = {sums[0] + sums[4], sums[1] + sums[5], sums[2] + sums[6], sums[3] + sums[7]};
  CHECK(softmax.sum() == double{(four[0] + four[1]) + (four[2] + four[3])});
}

TEST_CASE("online softmax: what was summed shrinks when a larger score comes, and stays when none does") {
  OnlineSoftmax softmax;
  Block first({1, 3}), smaller({2}), larger({5});
  first.taken_by(softmax);
  CHECK(first.scores[1] == 1);  // the largest so far
  CHECK(smaller.taken_by(softmax) == 1);
  CHECK(larger.taken_by(softmax) == doctest::Approx(std::exp(-2.0)).epsilon(1e-6));
  CHECK(larger.scores[0] == 1);
}

TEST_CASE("online softmax: before any score it is masked, and the first scores, however low, are none the worse") {
  OnlineSoftmax softmax;
  CHECK(softmax.is_masked());
  CHECK(softmax.weight(-kInfinity) == 0);
  CHECK(softmax.log_sum_exp() == -kInfinity);
  CHECK(Block({}).taken_by(softmax) == 1);
  Block masked({-kInfinity});
  CHECK(masked.taken_by(softmax) == 1);
  CHECK(masked.scores[0] == 0);
  CHECK(softmax.is_masked());
  // A finite number in place of -Infinity would stand above these.
  Block lowest({std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest()});
  CHECK(lowest.taken_by(softmax) == 0);
  CHECK(softmax.sum() == 2);
  CHECK(!softmax.is_masked());
}

TEST_CASE("online softmax: one NaN or +Infinity makes the row NaN, whichever block it stands in") {
  for (const float bad : {kNan, kInfinity})
    for (const std::size_t at : {0u, 2u, 4u}) {
      CAPTURE(bad);
      CAPTURE(at);
      std::vector<float> scores = {1, 2, 3, 4, 5};
      scores[at] = bad;
      const OnlineSoftmax softmax = taken(scores, 2);
      CHECK(std::isnan(softmax.sum()));
      CHECK(std::isnan(softmax.log_sum_exp()));
      CHECK(!softmax.is_masked());
    }
}
