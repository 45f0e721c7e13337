// The gradient of attention in float64, written straight from the chain rule over the whole table of scores; and how
// far an engine may be from it: 32 eps (2 + S + sqrt(m) / 64) G, G being the same sums with every term made positive.
#pragma once
#include "reference.h"

namespace reference {

struct Gradients {
  Numbers grad_q, grad_k, grad_v, grad_bias;  // grad_bias in bias's own sizes; empty without one
};

// A number and how far one may be from it.
struct Bounded {
  double want = 0, allowed = 0;
  void add(double factor, Bounded term) {
    want += factor * term.want;
    allowed += std::fabs(factor) * term.allowed;
  }
};

inline std::int64_t place(const std::int64_t (&size)[4], const std::int64_t (&at)[4]) {
  std::int64_t index = 0;
  for (int axis = 0; axis < 4; ++axis) index = index * size[axis] + (size[axis] == 1 ? 0 : at[axis]);
  return index;
}

// The loss by one row's scores, before scale and after bias, for each key that the row sees.
struct ScoreGradients {
  std::vector<bool> seen;
  std::vector<Bounded> weight, by_raw, by_biased;
};

inline ScoreGradients score_gradients(const heed::Request& r, const heed::ConstTensor& grad_output,
                                      const Attention& forward, std::int64_t b, std::int64_t h, std::int64_t i) {
  const std::int64_t m = r.k.size[2], kv = h / (r.q.size[1] / r.k.size[1]);
  const std::int64_t row = (b * r.q.size[1] + h) * r.q.size[2] + i;
  const double scale = r.scale ? *r.scale : 1 / std::sqrt(static_cast<double>(r.q.size[3]));
  const auto count = static_cast<std::size_t>(m);
  ScoreGradients result{std::vector<bool>(count), std::vector<Bounded>(count), std::vector<Bounded>(count),
                        std::vector<Bounded>(count)};
  std::vector<double> by_weight(count), size(count);  // dO . v_j, and the same of absolute values
  double mean = 0, mean_size = 0, mean_lost = 0;
  for (std::int64_t j = 0; j < m; ++j) {
    const auto key = static_cast<std::size_t>(j), at = static_cast<std::size_t>(row * m + j);
    result.seen[key] = forward.masked.want[at] != -kInfinity;
    if (!result.seen[key]) continue;
    for (std::int64_t c = 0; c < r.v.size[3]; ++c) {
      const double product = double{grad_output.at(b, h, i, c)} * double{r.v.at(b, kv, j, c)};
      by_weight[key] += product;
      size[key] += std::fabs(product);
    }
    // As for the weights themselves: what falls below the smallest normal float may be lost.
    const double weight = forward.weights.want[at], lost = weight < kSmallest ? kSmallest : 0;
    result.weight[key] = {weight, 8 * forward.row_error[static_cast<std::size_t>(row)] * weight + lost};
    mean += weight * by_weight[key];
    mean_size += weight * size[key];
    mean_lost += lost * size[key];
  }
  for (std::size_t key = 0; key < count; ++key) {
    if (!result.seen[key]) continue;
    const double weight = result.weight[key].want;
    result.by_biased[key] = {weight * (by_weight[key] - mean),
                             result.weight[key].allowed * (size[key] + mean_size) + weight * mean_lost};
    const double scaled = forward.scaled.want[static_cast<std::size_t>(row * m) + key];
    const double bent = r.softcap != 0 ? std::tanh(scaled / r.softcap) : 0;
    result.by_raw[key] = {scale * (1 - bent * bent) * result.by_biased[key].want,
                          std::fabs(scale) * (1 + bent * bent) * result.by_biased[key].allowed};
  }
  return result;
}

inline Numbers numbers(const std::vector<Bounded>& sums) {
  Numbers result(static_cast<std::int64_t>(sums.size()));
  // Half a step of the smallest floats is what writing a float may lose; where nothing was added, nothing may be there.
  for (std::size_t i = 0; i < sums.size(); ++i)
    result.set(static_cast<std::int64_t>(i), sums[i].want, sums[i].allowed == 0 ? 0 : sums[i].allowed + 0x1p-150);
  return result;
}

inline Gradients gradients(const heed::Request& r, const heed::ConstTensor& grad_output) {
  const Attention forward = attention(r);
  const std::int64_t d = r.q.size[3], dv = r.v.size[3], m = r.k.size[2];
  const auto sums = [](const heed::ConstTensor& like) {
    return std::vector<Bounded>(static_cast<std::size_t>(like.data ? like.count() : 0));
  };
  std::vector<Bounded> grad_q = sums(r.q), grad_k = sums(r.k), grad_v = sums(r.v), grad_bias = sums(r.bias);
  for (std::int64_t b = 0; b < r.q.size[0]; ++b)
    for (std::int64_t h = 0; h < r.q.size[1]; ++h)
      for (std::int64_t i = 0; i < r.q.size[2]; ++i) {
        const std::int64_t kv = h / (r.q.size[1] / r.k.size[1]);
        const ScoreGradients row = score_gradients(r, grad_output, forward, b, h, i);
        for (std::int64_t j = 0; j < m; ++j) {
          const auto key = static_cast<std::size_t>(j);
          if (!row.seen[key]) continue;
          for (std::int64_t c = 0; c < d; ++c) {
            grad_q[static_cast<std::size_t>(place(r.q.size, {b, h, i, c}))].add(r.k.at(b, kv, j, c), row.by_raw[key]);
            grad_k[static_cast<std::size_t>(place(r.k.size, {b, kv, j, c}))].add(r.q.at(b, h, i, c), row.by_raw[key]);
          }
          for (std::int64_t c = 0; c < dv; ++c)
            grad_v[static_cast<std::size_t>(place(r.v.size, {b, kv, j, c}))].add(grad_output.at(b, h, i, c),
                                                                                 row.weight[key]);
          if (r.bias.data)
            grad_bias[static_cast<std::size_t>(place(r.bias.size, {b, h, i, j}))].add(1, row.by_biased[key]);
        }
      }
  return {numbers(grad_q), numbers(grad_k), numbers(grad_v), numbers(grad_bias)};
}

}  // namespace reference
