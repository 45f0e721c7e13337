// The softmax of one row that is met block by block: a running maximum and a running sum. Leaves out masked keys; the
// caller keeps them away.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>

namespace heed::fused {

// Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018, algorithm 3, with blocks for elements.
class OnlineSoftmax {
 public:
  // Turns `count` scores, none of them -Infinity, into exponentials relative to the largest score so far. Returns the
  // factor by which everything summed up before must shrink to be relative to it too.
  double take(float* scores, std::int64_t count) {
    const float before = max_;
    for (std::int64_t i = 0; i < count; ++i)
      if (scores[i] > max_ || std::isnan(scores[i])) max_ = scores[i];  // once NaN, no comparison changes it
    // Nothing but masked keys so far: -Infinity minus -Infinity would be NaN.
    if (is_masked()) return 1;

    double block_sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      scores[i] = static_cast<float>(std::exp(double{scores[i]} - double{max_}));
      block_sum += scores[i];
    }
    const double shrink = max_ == before ? 1 : std::exp(double{before} - double{max_});
    sum_ = sum_ * shrink + block_sum;
    return shrink;
  }

  // No key was seen that scores above -Infinity.
  bool is_masked() const { return max_ == kNone; }

  // What the exponentials add up to, relative to the largest score.
  double sum() const { return sum_; }

  // The weight of a score of this row, once every block was taken.
  float weight(float score) const {
    return is_masked() ? 0 : static_cast<float>(std::exp(double{score} - double{max_}) / sum_);
  }

  // log(sum over j of exp(s_j)); -Infinity for a row that is masked everywhere.
  float log_sum_exp() const { return is_masked() ? kNone : static_cast<float>(double{max_} + std::log(sum_)); }

 private:
  static constexpr float kNone = -std::numeric_limits<float>::infinity();

  float max_ = kNone;
  double sum_ = 0;
};

}  // namespace heed::fused
