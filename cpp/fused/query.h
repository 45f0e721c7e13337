// Which query of which head a row is, and what a masked score is.
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
std::int64_t row_of(const Request& request, Place at);

inline double dot(ConstRow a, ConstRow b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size; ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

}  // namespace heed::fused
