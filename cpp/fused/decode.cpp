#include "decode.h"

#include <algorithm>

#include "float4.h"
#include "tiles.h"

namespace heed::fused {

namespace {

// ---- score --------------------------------------------------------------------------------------------------------

// 4 keys. More at once would wait less for sums, and twice as long for memory: a processor foresees 4 rows, not 16.
void score_four(const float* query, const float* keys, std::int64_t key_stride, std::int64_t width, float* scores) {
  const float *const key1 = keys + key_stride, *const key2 = key1 + key_stride, *const key3 = key2 + key_stride;
  Float4 sum{};
  std::int64_t column = 0;
  for (; column + 4 <= width; column += 4, query += 4 * kTileRows) {
    Float4 a = load4(keys + column), b = load4(key1 + column), c = load4(key2 + column), d = load4(key3 + column);
    transpose4(a, b, c, d);
    sum = multiply_add(load_all4(query), a, sum);
    sum = multiply_add(load_all4(query + kTileRows), b, sum);
    sum = multiply_add(load_all4(query + 2 * kTileRows), c, sum);
    sum = multiply_add(load_all4(query + 3 * kTileRows), d, sum);
  }
  for (; column < width; ++column, query += kTileRows)
    sum = multiply_add(load_all4(query), Float4{keys[column], key1[column], key2[column], key3[column]}, sum);
  store4(scores, sum);
}

void score_one(const float* query, const float* key, std::int64_t width, float* score) {
  Float4 sum{};
  for (std::int64_t column = 0; column < width; ++column, query += kTileRows)
    sum = multiply_add(load_all4(query), load_all4(key + column), sum);
  *score = sum[0];
}

[[gnu::noinline]] void score_columns(const float* query, const float* keys, std::int64_t key_stride,
                                     std::int64_t key_count, std::int64_t width, float* scores) {
  std::int64_t key = 0;
  for (; key + 4 <= key_count; key += 4) score_four(query, keys + key * key_stride, key_stride, width, scores + key);
  for (; key < key_count; ++key) score_one(query, keys + key * key_stride, width, scores + key);
}

}  // namespace

void score_row(const float* query, const float* keys, std::int64_t key_stride, std::int64_t key_count,
               std::int64_t width, float scale, float* scores) {
  const std::int64_t first_width = std::min(width, kBlockKeys);
  score_columns(query, keys, key_stride, key_count, first_width, scores);
  for (std::int64_t column = first_width; column < width; column += kBlockKeys) {
    float more[kBlockKeys];
    score_columns(query + column * kTileRows, keys + column, key_stride, key_count,
                  std::min(kBlockKeys, width - column), more);
    for (std::int64_t key = 0; key < key_count; ++key) scores[key] += more[key];
  }
  for (std::int64_t key = 0; key < key_count; ++key) scores[key] *= scale;
}

// ---- blend --------------------------------------------------------------------------------------------------------

namespace {

// Two keys, so that a sum is fetched once for both, and memory is still read from one end to the other.
inline void add_two(const float* weights, const float* values, std::int64_t value_stride, std::int64_t width,
                    float* sums) {
  const Float4 weight0 = load_all4(weights), weight1 = load_all4(weights + 1);
  const float* values1 = values + value_stride;
  std::int64_t column = 0;
  for (; column + 8 <= width; column += 8, values += 8, values1 += 8, sums += 8) {
    const Float4 left = multiply_add(weight0, load4(values), load4(sums));
    const Float4 right = multiply_add(weight0, load4(values + 4), load4(sums + 4));
    store4(sums, multiply_add(weight1, load4(values1), left));
    store4(sums + 4, multiply_add(weight1, load4(values1 + 4), right));
  }
  for (; column < width; ++column, ++values, ++values1, ++sums) {
    const Float4 sum = multiply_add(weight0, load_all4(values), load_all4(sums));
    *sums = multiply_add(weight1, load_all4(values1), sum)[0];
  }
}

inline void add_one(const float* weight, const float* values, std::int64_t width, float* sums) {
  for (std::int64_t column = 0; column < width; ++column)
    sums[column] = multiply_add(load_all4(weight), load_all4(values + column), load_all4(sums + column))[0];
}

}  // namespace

[[gnu::noinline]] void add_values(const float* weights, const float* values, std::int64_t value_stride,
                                  std::int64_t key_count, std::int64_t width, float* sums) {
  std::int64_t key = 0;
  for (; key + 2 <= key_count; key += 2) add_two(weights + key, values + key * value_stride, value_stride, width, sums);
  if (key < key_count) add_one(weights + key, values + key * value_stride, width, sums);
}

void take_sums(float shrink, std::int64_t columns, float* sums, float* to) {
  for (std::int64_t column = 0; column < columns; column += 4) {
    store4(to + column, multiply_add(all4(shrink), load4(to + column), load4(sums + column)));
    store4(sums + column, Float4{});
  }
}

}  // namespace heed::fused
