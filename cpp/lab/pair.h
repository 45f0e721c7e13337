// A query and a key as two arrows: how long, how far apart, how much of one falls on the other.
// Leaves out the scores of many (that is attend).
#pragma once
#include <cstdint>

namespace heed::lab {

struct Pair {
  double dot, norm_q, norm_k;
  double cosine;  // dot / (|q| |k|), within [-1, 1]
  double angle;   // radians, 0..pi
  double shadow;  // length of k's shadow on q, signed: |k| cos(angle) = dot / |q|
};

// An arrow of length 0 has no direction. Its dot product with anything is 0, and so it counts as perpendicular:
// cosine 0, angle pi/2, shadow 0.
Pair pair(const double* q, const double* k, std::int64_t count);

}  // namespace heed::lab
