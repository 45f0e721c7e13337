#include "decode.h"

#include <algorithm>

#include "float4.h"
#include "tiles.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kAtOnce = 16;  // keys: four sums of four are enough to wait for none

// ---- score --------------------------------------------------------------------------------------------------------

// Adds q . k over 4 columns for the four keys of `sum`.
inline Float4 add_columns(const float* query, const float* key0, std::int64_t key_stride, Float4 sum) {
  Float4 a = load4(key0), b = load4(key0 + key_stride), c = load4(key0 + 2 * key_stride),
         d = load4(key0 + 3 * key_stride);
  transpose4(a, b, c, d);
  sum = multiply_add(load_all4(query), a, sum);
  sum = multiply_add(load_all4(query + kTileRows), b, sum);
  sum = multiply_add(load_all4(query + 2 * kTileRows), c, sum);
  return multiply_add(load_all4(query + 3 * kTileRows), d, sum);
}

inline Float4 add_column(const float* query, const float* key0, std::int64_t key_stride, Float4 sum) {
  return multiply_add(load_all4(query), Float4{key0[0], key0[key_stride], key0[2 * key_stride], key0[3 * key_stride]},
                      sum);
}

// 16 keys
[[gnu::noinline]] void score_many(const float* query, const float* keys, std::int64_t key_stride, std::int64_t width,
                                  float* scores) {
  Float4 sum0{}, sum1{}, sum2{}, sum3{};
  const std::int64_t four = 4 * key_stride;
  std::int64_t column = 0;
  for (; column + 4 <= width; column += 4, keys += 4, query += 4 * kTileRows) {
    sum0 = add_columns(query, keys, key_stride, sum0);
    sum1 = add_columns(query, keys + four, key_stride, sum1);
    sum2 = add_columns(query, keys + 2 * four, key_stride, sum2);
    sum3 = add_columns(query, keys + 3 * four, key_stride, sum3);
  }
  for (; column < width; ++column, ++keys, query += kTileRows) {
    sum0 = add_column(query, keys, key_stride, sum0);
    sum1 = add_column(query, keys + four, key_stride, sum1);
    sum2 = add_column(query, keys + 2 * four, key_stride, sum2);
    sum3 = add_column(query, keys + 3 * four, key_stride, sum3);
  }
  store4(scores, sum0);
  store4(scores + 4, sum1);
  store4(scores + 8, sum2);
  store4(scores + 12, sum3);
}

// At most 4 keys; of a key that is not there the last one takes the place.
void score_few(const float* query, const float* keys, std::int64_t key_stride, std::int64_t key_count,
               std::int64_t width, float* scores) {
  Float4 sum{};
  const auto at = [&](std::int64_t key) { return keys[std::min(key, key_count - 1) * key_stride]; };
  for (std::int64_t column = 0; column < width; ++column, ++keys, query += kTileRows)
    sum = multiply_add(load_all4(query), Float4{at(0), at(1), at(2), at(3)}, sum);
  store4(scores, sum);
}

void score_columns(const float* query, const float* keys, std::int64_t key_stride, std::int64_t key_count,
                   std::int64_t width, float* scores) {
  std::int64_t key = 0;
  for (; key + kAtOnce <= key_count; key += kAtOnce)
    score_many(query, keys + key * key_stride, key_stride, width, scores + key);
  for (; key < key_count; key += 4)
    score_few(query, keys + key * key_stride, key_stride, std::min<std::int64_t>(4, key_count - key), width,
              scores + key);
}

}  // namespace

void score_row(const float* query, const float* keys, std::int64_t key_stride, std::int64_t key_count,
               std::int64_t width, float scale, float* scores) {
  const std::int64_t first_width = std::min(width, kBlockKeys), padded_count = (key_count + 3) / 4 * 4;
  score_columns(query, keys, key_stride, key_count, first_width, scores);
  for (std::int64_t column = first_width; column < width; column += kBlockKeys) {
    float more[kBlockKeys];
    score_columns(query + column * kTileRows, keys + column, key_stride, key_count,
                  std::min(kBlockKeys, width - column), more);
    for (std::int64_t key = 0; key < padded_count; ++key) scores[key] += more[key];
  }
  for (std::int64_t key = 0; key < padded_count; ++key) scores[key] *= scale;
}

// ---- blend --------------------------------------------------------------------------------------------------------

namespace {

// sums[column] += weights[key] * values[key][column] for 32 columns
[[gnu::noinline]] void add_wide(const float* weights, const float* values, std::int64_t value_stride,
                                std::int64_t key_count, float* sums) {
  Float4 sum0 = load4(sums), sum1 = load4(sums + 4), sum2 = load4(sums + 8), sum3 = load4(sums + 12),
         sum4 = load4(sums + 16), sum5 = load4(sums + 20), sum6 = load4(sums + 24), sum7 = load4(sums + 28);
  for (const float* const end = weights + key_count; weights != end; ++weights, values += value_stride) {
    const Float4 weight = load_all4(weights);
    sum0 = multiply_add(weight, load4(values), sum0);
    sum1 = multiply_add(weight, load4(values + 4), sum1);
    sum2 = multiply_add(weight, load4(values + 8), sum2);
    sum3 = multiply_add(weight, load4(values + 12), sum3);
    sum4 = multiply_add(weight, load4(values + 16), sum4);
    sum5 = multiply_add(weight, load4(values + 20), sum5);
    sum6 = multiply_add(weight, load4(values + 24), sum6);
    sum7 = multiply_add(weight, load4(values + 28), sum7);
  }
  store4(sums, sum0);
  store4(sums + 4, sum1);
  store4(sums + 8, sum2);
  store4(sums + 12, sum3);
  store4(sums + 16, sum4);
  store4(sums + 20, sum5);
  store4(sums + 24, sum6);
  store4(sums + 28, sum7);
}

// Likewise for 4 columns, or for 1.
void add_narrow(const float* weights, const float* values, std::int64_t value_stride, std::int64_t key_count,
                float* sums) {
  Float4 sum = load4(sums);
  for (std::int64_t key = 0; key < key_count; ++key)
    sum = multiply_add(load_all4(weights + key), load4(values + key * value_stride), sum);
  store4(sums, sum);
}
void add_single(const float* weights, const float* values, std::int64_t value_stride, std::int64_t key_count,
                float* sums) {
  Float4 sum = load_all4(sums);
  for (std::int64_t key = 0; key < key_count; ++key)
    sum = multiply_add(load_all4(weights + key), load_all4(values + key * value_stride), sum);
  *sums = sum[0];
}

}  // namespace

void blend_row(const float* weights, const float* values, std::int64_t value_stride, std::int64_t key_count,
               std::int64_t width, float shrink, float* sums, float* blended) {
  constexpr std::int64_t wide = 32;
  std::fill_n(sums, width, 0.0f);
  // A few keys at a time, so that memory is read from one end to the other.
  for (std::int64_t key = 0; key < key_count; key += kAtOnce) {
    const std::int64_t count = std::min(kAtOnce, key_count - key);
    const float* const from = values + key * value_stride;
    std::int64_t column = 0;
    for (; column + wide <= width; column += wide)
      add_wide(weights + key, from + column, value_stride, count, sums + column);
    for (; column + 4 <= width; column += 4)
      add_narrow(weights + key, from + column, value_stride, count, sums + column);
    for (; column < width; ++column) add_single(weights + key, from + column, value_stride, count, sums + column);
  }
  for (std::int64_t column = 0; column < width; ++column)
    blended[column] = multiply_add(all4(shrink), all4(blended[column]), all4(sums[column]))[0];
}

}  // namespace heed::fused
