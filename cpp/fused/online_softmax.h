// The softmax of one row that is met block by block: a running maximum and a running sum. Leaves out masked keys: their
// score is -Infinity before it comes here.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>

#include "exp_lanes.h"

namespace heed::fused {

// Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018, algorithm 3, with blocks for elements.
class OnlineSoftmax {
 public:
  // Meets `count` scores, a multiple of 2 kLanes, which take() is to get next. Returns the factor by which everything
  // summed up before must shrink to be relative to the largest score so far.
  float meet(const float* scores, std::int64_t count) {
    const float before = max_;
    max_ = largest(scores, count, max_);
    if (max_ == before) return 1;
    const float shrink = exp_lanes(all_lanes(before - max_))[0];
    sum_ *= double{shrink};
    return shrink;
  }

  // Turns the same scores into exponentials relative to the largest, and adds them up.
  void take(float* scores, std::int64_t count) {
    // Nothing but -Infinity so far: -Infinity minus -Infinity would be NaN.
    const Lanes base = all_lanes(max_ == kNone ? 0 : max_);
    Lanes left{}, right{};  // NaN from any score that is NaN or +Infinity, and then in the sum for good
    Lanes& of_second = kLanes == 8 ? left : right;  // eight sums, whatever the lanes: the same bits
    for (std::int64_t key = 0; key < count; key += 2 * kLanes) {
      const Lanes first = exp_lanes(load_lanes(scores + key) - base);
      const Lanes second = exp_lanes(load_lanes(scores + key + kLanes) - base);
      store_lanes(scores + key, first);
      store_lanes(scores + key + kLanes, second);
      left += first;
      of_second += second;
    }
    sum_ += double{sum_of(left + right)};
  }

  // No score was above -Infinity; each that is adds at least its own 1 when it is the largest.
  bool is_masked() const { return sum_ == 0; }

  float max() const { return max_; }

  // What the exponentials add up to, relative to the largest score.
  double sum() const { return sum_; }

  // Turns a score of this row into its weight, once every block was taken.
  float weight(float score) const {
    return is_masked() ? 0 : exp_lanes(all_lanes(score - max_))[0] / static_cast<float>(sum_);
  }

  // log(sum over j of exp(s_j)); -Infinity for a row that is masked everywhere.
  float log_sum_exp() const { return is_masked() ? kNone : static_cast<float>(double{max_} + std::log(sum_)); }

 private:
  static constexpr float kNone = -std::numeric_limits<float>::infinity();

  static float largest(const float* scores, std::int64_t count, float start) {
    Lanes left = all_lanes(start), right = left;
    for (std::int64_t key = 0; key < count; key += 2 * kLanes) {
      left = larger(left, load_lanes(scores + key));
      right = larger(right, load_lanes(scores + key + kLanes));
    }
    return largest_of(larger(left, right));
  }

  float max_ = kNone;
  double sum_ = 0;
};

}  // namespace heed::fused
