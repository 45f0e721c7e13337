// One query alone, as when a text is written word by word: keys and values pass by once, from where they lie, and
// nothing is packed. Every sum is taken in the order of the tiles, so that a query alone has the bits it has among
// many.
#pragma once
#include <cstdint>

namespace heed::fused {

// scores[key] = scale * (q . k) for key_count keys; what follows up to a multiple of 4 is written too. `query` is
// packed as for a tile, in its first row. Keys lie key_stride floats apart.
void score_row(const float* query, const float* keys, std::int64_t key_stride, std::int64_t key_count,
               std::int64_t width, float scale, float* scores);

// sums[column] += the sum over key_count keys of weights[key] * values[key][column]. Values lie value_stride floats
// apart.
void add_values(const float* weights, const float* values, std::int64_t value_stride, std::int64_t key_count,
                std::int64_t width, float* sums);

// to = shrink * to + sums for `columns`, a multiple of 4, and the sums begin anew.
void take_sums(float shrink, std::int64_t columns, float* sums, float* to);

}  // namespace heed::fused
