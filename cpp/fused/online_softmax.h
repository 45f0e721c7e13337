// The softmax of one row that is met block by block: a running maximum and a running sum. Leaves out masked keys: their
// score is -Infinity before it comes here.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>

#include "exp4.h"

namespace heed::fused {

// Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018, algorithm 3, with blocks for elements.
class OnlineSoftmax {
 public:
  // Meets `count` scores, a multiple of 8, which take() is to get next. Returns the factor by which everything summed
  // up before must shrink to be relative to the largest score so far.
  float meet(const float* scores, std::int64_t count) {
    const float before = max_;
    max_ = largest(scores, count, max_);
    if (max_ == before) return 1;
    const float shrink = exp4(all4(before - max_))[0];
    sum_ *= double{shrink};
    return shrink;
  }

  // Turns the same scores into exponentials relative to the largest, and adds them up.
  void take(float* scores, std::int64_t count) {
    // Nothing but -Infinity so far: -Infinity minus -Infinity would be NaN.
    const Float4 base = all4(max_ == kNone ? 0 : max_);
    Float4 left{}, right{};  // NaN from any score that is NaN or +Infinity, and then in the sum for good
    for (std::int64_t key = 0; key < count; key += 8) {
      const Float4 first = exp4(load4(scores + key) - base), second = exp4(load4(scores + key + 4) - base);
      store4(scores + key, first);
      store4(scores + key + 4, second);
      left += first;
      right += second;
    }
    sum_ += double{sum_of(left + right)};
  }

  // No score was above -Infinity; each that is adds at least its own 1 when it is the largest.
  bool is_masked() const { return sum_ == 0; }

  float max() const { return max_; }

  // What the exponentials add up to, relative to the largest score.
  double sum() const { return sum_; }

  // Turns scores of this row, a multiple of 4, into weights, once every block was taken.
  float weight(float score) const { return is_masked() ? 0 : exp4(all4(score - max_))[0] / static_cast<float>(sum_); }

  // log(sum over j of exp(s_j)); -Infinity for a row that is masked everywhere.
  float log_sum_exp() const { return is_masked() ? kNone : static_cast<float>(double{max_} + std::log(sum_)); }

 private:
  static constexpr float kNone = -std::numeric_limits<float>::infinity();

  static float largest(const float* scores, std::int64_t count, float start) {
    Float4 left = all4(start), right = left;
    for (std::int64_t key = 0; key < count; key += 8) {
      left = larger4(left, load4(scores + key));
      right = larger4(right, load4(scores + key + 4));
    }
    return largest_of(larger4(left, right));
  }

  float max_ = kNone;
  double sum_ = 0;
};

}  // namespace heed::fused
