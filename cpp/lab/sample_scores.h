// Scores of random queries and keys, and what softmax makes of them: why scores are divided by sqrt(d_k).
// Leaves out histograms: those are pictures of the scores.
#pragma once
#include <cstdint>

namespace heed::lab {

// Every entry of every query and key is drawn by itself, normal with mean 0 and variance 1. Then q.k has mean 0 and
// variance d_k: it is a sum of d_k products of variance 1.
struct ScoreSample {
  std::int64_t key_width;    // d_k, at least 1
  std::int64_t query_count;  // each meets keys of its own
  std::int64_t key_count;    // for each query, at least 1
  std::uint64_t seed;        // the same seed, the same scores
};

// scores: query_count x key_count, row-major; query: scratch of key_width.
void sample_scores(const ScoreSample& sample, double* query, float* scores);

// The arrows that one row of those scores is made of, its query and then its keys: (1 + key_count) x key_width,
// row-major. All rows before it are drawn on the way.
void sample_arrows(const ScoreSample& sample, std::int64_t row, double* arrows);

// Of the scores divided by `divisor`, above 0; means are over all scores, or over all rows.
struct ScoreSummary {
  double mean, deviation;  // deviation: the root of the mean squared distance from the mean
  double inside;           // share of the scores within [-3, 3], where softmax still weighs one key against another
  double largest_weight;   // the mean over the rows of the largest weight that softmax gives
  double slope;  // likewise of the trace of the softmax Jacobian, the sum of w (1 - w): at most 1 - 1/key_count
};
ScoreSummary summarize_scores(const float* scores, std::int64_t query_count, std::int64_t key_count, double divisor);

// The density of q.k at `score`, per unit of score. A query of length r gives scores that are normal with deviation r,
// and r^2 is chi-squared with d_k degrees of freedom:
//   f(s) = integral over t > 0 of exp(-s^2 / 2t) / sqrt(2 pi t) * t^(d_k/2 - 1) exp(-t / 2) / (2^(d_k/2) Gamma(d_k/2)).
// Nearly a normal curve from d_k = 16 on. Divided by c, the scores have the density c f(c s). +Infinity at 0 for d_k
// = 1.
double score_density(double score, std::int64_t key_width);

}  // namespace heed::lab
