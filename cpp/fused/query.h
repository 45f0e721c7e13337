// One query of one head with all that its scores depend on, and the steps from score to mask for one key of it. Leaves
// out softmax and blend.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>

#include "../heed.h"
#include "visible_keys.h"

namespace heed::fused {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

// Row `row` of B x Hq x n, counted in memory order.
struct Place {
  std::int64_t batch, head, query;
};
Place place_of(const Request& request, std::int64_t row);

struct Query {
  ConstRow q;
  ConstTensor keys, values;
  std::int64_t batch, kv_head;
  ConstMaskRow mask;  // data == nullptr: none
  ConstRow bias;      // likewise
  double scale, softcap;
  KeyRange visible;
};
Query query_at(const Request& request, Place at);

inline double dot(ConstRow a, ConstRow b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size; ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

// By the boolean mask or by a bias of -Infinity; query.visible says the rest.
inline bool is_masked(const Query& query, std::int64_t key) {
  return (query.mask.data && !query.mask[key]) || (query.bias.data && query.bias[key] == kMasked);
}

// score and scale. Here and below every step is rounded to float, so that the engines overflow in the same places.
inline float scaled_score(const Query& query, std::int64_t key) {
  const float raw = static_cast<float>(dot(query.q, query.keys.row(query.batch, query.kv_head, key)));
  return static_cast<float>(raw * query.scale);
}

// softcap and bias.
inline float biased_score(const Query& query, std::int64_t key, float scaled) {
  const float capped =
      query.softcap > 0 ? static_cast<float>(query.softcap * std::tanh(scaled / query.softcap)) : scaled;
  return query.bias.data ? capped + query.bias[key] : capped;
}

}  // namespace heed::fused
