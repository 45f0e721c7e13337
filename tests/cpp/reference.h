// Attention in float64, written straight from the formula: one loop a definition, no row tricks, nothing shared with
// cpp/. Also how far a float32 engine may be from it, element by element.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "heed.h"

namespace reference {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = 0x1p-23, kSmallest = 0x1p-126;

// Row-major numbers and the distance allowed from each.
struct Numbers {
  std::vector<double> want, tolerance;
  explicit Numbers(std::int64_t count)
      : want(static_cast<std::size_t>(count)), tolerance(static_cast<std::size_t>(count)) {}
  void set(std::int64_t index, double value, double allowed) {
    want[static_cast<std::size_t>(index)] = value;
    tolerance[static_cast<std::size_t>(index)] = allowed;
  }
};

struct Attention {
  Numbers scores, scaled, capped, biased, masked, weights;  // B x Hq x n x m
  Numbers log_sum_exp;                                      // B x Hq x n
  Numbers output;                                           // B x Hq x n x dv
  std::int64_t masked_rows = 0;
  std::vector<double> row_error;  // B x Hq x n: 4 eps (2 + S + sqrt(m) / 64)
};

template <class Element>
Element stretched(const heed::View<Element>& view, const std::int64_t (&at)[4]) {
  std::int64_t offset = 0;
  for (int axis = 0; axis < 4; ++axis) offset += (view.size[axis] == 1 ? 0 : at[axis]) * view.stride[axis];
  return view.data[offset];
}

// May query i of this batch and head see key j? Every condition by itself; all must hold. Offsets and windows may be
// any 64-bit integer, and three of them are added up.
__extension__ using Whole = __int128;

inline bool visible(const heed::Request& r, const std::int64_t (&at)[4]) {
  const Whole i = at[2], j = at[3];
  const std::int64_t length = r.key_lengths ? r.key_lengths[at[0]] : r.k.size[2];
  Whole offset = r.causal_offset.value_or(0);
  if (r.causal == heed::Causal::kBottomRight) offset = length - r.q.size[2];
  if (j >= length) return false;
  if (r.causal != heed::Causal::kNone && j > i + offset) return false;
  if (r.window_left && j < i + offset - *r.window_left) return false;
  if (r.window_right && j > i + offset + *r.window_right) return false;
  if (r.bias.data && double{stretched(r.bias, at)} == -kInfinity) return false;
  return !r.mask.data || stretched(r.mask, at) != 0;
}

struct RowBounds {
  double error = 0;  // 4 eps (2 + S + sqrt(m) / 64)
  double max = -kInfinity;
  double sum = 0;  // of exp(s - max)
};

inline void fill_row(const heed::Request& r, std::int64_t b, std::int64_t h, std::int64_t i, Attention& out) {
  const std::int64_t n = r.q.size[2], d = r.q.size[3], m = r.k.size[2], width = r.v.size[3];
  const std::int64_t kv = h / (r.q.size[1] / r.k.size[1]);
  const std::int64_t row = (b * r.q.size[1] + h) * n + i;
  const double scale = r.scale ? *r.scale : 1 / std::sqrt(static_cast<double>(d));
  std::vector<double> size(static_cast<std::size_t>(m));  // |scale| sum |q k| + |bias|
  RowBounds bounds;

  for (std::int64_t j = 0; j < m; ++j) {
    const std::int64_t at[4] = {b, h, i, j};
    double score = 0, absolute = 0;
    for (std::int64_t c = 0; c < d; ++c) {
      const double product = double{r.q.at(b, h, i, c)} * double{r.k.at(b, kv, j, c)};
      score += product;
      absolute += std::fabs(product);
    }
    const double bias = r.bias.data ? double{stretched(r.bias, at)} : 0;
    const double scaled = scale * score;
    const double capped = r.softcap != 0 ? r.softcap * std::tanh(scaled / r.softcap) : scaled;
    const double biased = bias == -kInfinity ? -kInfinity : capped + bias;
    const double masked = visible(r, at) ? biased : -kInfinity;
    const double scaled_size = std::fabs(scale) * absolute, biased_size = scaled_size + std::fabs(bias);
    size[static_cast<std::size_t>(j)] = biased_size;
    out.scores.set(row * m + j, score, 4 * kEpsilon * absolute);
    out.scaled.set(row * m + j, scaled, 4 * kEpsilon * scaled_size);
    out.capped.set(row * m + j, capped, 4 * kEpsilon * scaled_size);
    out.biased.set(row * m + j, biased, 4 * kEpsilon * biased_size);
    out.masked.set(row * m + j, masked, 4 * kEpsilon * biased_size);
    if (masked > bounds.max || std::isnan(masked)) bounds.max = masked;  // once NaN, no comparison changes it
  }
  const bool hidden = bounds.max == -kInfinity;
  out.masked_rows += hidden ? 1 : 0;
  const auto exponential = [&](std::int64_t j) {
    return hidden ? 0 : std::exp(out.masked.want[static_cast<std::size_t>(row * m + j)] - bounds.max);
  };
  for (std::int64_t j = 0; j < m; ++j) bounds.sum += exponential(j);
  double largest = 0;
  for (std::int64_t j = 0; j < m; ++j)
    if (exponential(j) > 0 && exponential(j) / bounds.sum >= kSmallest)
      largest = std::max(largest, size[static_cast<std::size_t>(j)]);
  bounds.error = 4 * kEpsilon * (2 + largest + std::sqrt(static_cast<double>(m)) / 64);
  out.row_error.push_back(bounds.error);

  for (std::int64_t j = 0; j < m; ++j) {
    const double weight = hidden ? 0 : exponential(j) / bounds.sum;
    const bool seen = out.masked.want[static_cast<std::size_t>(row * m + j)] != -kInfinity;
    out.weights.set(row * m + j, weight, seen ? bounds.error * weight + kSmallest : 0);
  }
  const double log_sum_exp = hidden ? -kInfinity : bounds.max + std::log(bounds.sum);
  out.log_sum_exp.set(row, log_sum_exp, hidden ? 0 : bounds.error + 4 * kEpsilon * std::fabs(log_sum_exp));

  for (std::int64_t c = 0; c < width; ++c) {
    double sum = 0, absolute = 0, tiny = 0;
    for (std::int64_t j = 0; j < m; ++j) {
      if (out.masked.want[static_cast<std::size_t>(row * m + j)] == -kInfinity) continue;
      const double weight = out.weights.want[static_cast<std::size_t>(row * m + j)], value = r.v.at(b, kv, j, c);
      sum += weight * value;
      absolute += weight * std::fabs(value);
      if (weight < kSmallest) tiny += std::fabs(value);
    }
    out.output.set(row * width + c, sum, bounds.error * absolute + kSmallest * tiny);
  }
}

inline Attention attention(const heed::Request& r) {
  const std::int64_t rows = r.q.size[0] * r.q.size[1] * r.q.size[2], m = r.k.size[2];
  const Numbers table(rows * m);
  Attention out{table, table, table, table, table, table, Numbers(rows), Numbers(rows * r.v.size[3]), 0, {}};
  for (std::int64_t b = 0; b < r.q.size[0]; ++b)
    for (std::int64_t h = 0; h < r.q.size[1]; ++h)
      for (std::int64_t i = 0; i < r.q.size[2]; ++i) fill_row(r, b, h, i, out);
  return out;
}

// The largest |got - want| / tolerance over all elements; NaN where something is not a number. Compare with <= 1.
inline double worst(const heed::Tensor& got, const Numbers& numbers) {
  if (got.count() != static_cast<std::int64_t>(numbers.want.size())) return kInfinity;
  double worst = 0;
  std::size_t index = 0;
  for (std::int64_t b = 0; b < got.size[0]; ++b)
    for (std::int64_t h = 0; h < got.size[1]; ++h)
      for (std::int64_t i = 0; i < got.size[2]; ++i)
        for (std::int64_t c = 0; c < got.size[3]; ++c, ++index) {
          const double value = got.at(b, h, i, c), want = numbers.want[index];
          if (value == want) continue;
          const double ratio = std::fabs(value - want) / numbers.tolerance[index];
          if (std::isnan(ratio)) return ratio;
          worst = std::max(worst, ratio);
        }
  return worst;
}

}  // namespace reference
