#include "decode.h"

#include <algorithm>

#include "float4.h"
#include "tiles.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kAtOnce = 16;  // values: a few, so that memory is read from one end to the other

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
