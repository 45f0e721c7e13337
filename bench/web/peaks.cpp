// What the processor can do at most in this flavour: the kernel's own register tile and exponential on data that stays
// in the nearest cache, and the reading of a long array. One wasm without glue; peaks.mjs times it.
#include <emscripten/emscripten.h>

#include <cstdint>

#include "fused/exp_lanes.h"
#include "fused/tiles.h"

namespace {

using namespace heed::fused;

constexpr std::int64_t kWidth = 64, kKeys = 64;  // 16 kB of keys
float queries[kTileRows * kWidth], keys[kKeys * kWidth], long_array[2 * 12 * 4096 * 64];
float scores[kTileRows * kBlockKeys];  // rows as far apart as the tile lays them

}  // namespace

extern "C" {

// Gives the multiplications and additions done.
EMSCRIPTEN_KEEPALIVE double tile(double repeats) {
  for (double repeat = 0; repeat < repeats; ++repeat)
    for (std::int64_t panel = 0; panel < panels(kKeys); ++panel)
      score_tile(queries, keys + panel * kPanelWidth * kWidth, kWidth, 1, scores + panel * kPanelWidth);
  return repeats * static_cast<double>(2 * kTileRows * kKeys * kWidth);
}

// Gives the number of exponentials.
EMSCRIPTEN_KEEPALIVE double exponentials(double repeats) {
  for (double repeat = 0; repeat < repeats; ++repeat)
    for (std::int64_t at = 0; at < kKeys * kWidth; at += 4) store4(keys + at, exp_lanes(load4(keys + at) - all4(1)));
  return repeats * static_cast<double>(kKeys * kWidth);
}

// To be called before read_all: memory that nobody has written is one page of zeros, and always in the cache.
EMSCRIPTEN_KEEPALIVE void write_all() {
  for (float& number : long_array) number = 1;
}

// Gives the bytes read: the keys and values of 12 heads, 4096 keys, 64 wide, so that caches help as much as they help a
// kernel that is measured on them. Two streams, as keys and values are, since a processor fetches ahead in each.
EMSCRIPTEN_KEEPALIVE double read_all() {
  constexpr std::int64_t count = sizeof long_array / sizeof *long_array, turn = 1024;
  Float4 left{}, right{}, more_left{}, more_right{};
  for (std::int64_t start = 0; start < count / 2; start += turn)
    for (std::int64_t stream = 0; stream < 2; ++stream) {
      const float* const from = long_array + stream * (count / 2) + start;
      for (std::int64_t at = 0; at < turn; at += 16) {
        left = larger(left, load4(from + at));
        right = larger(right, load4(from + at + 4));
        more_left = larger(more_left, load4(from + at + 8));
        more_right = larger(more_right, load4(from + at + 12));
      }
    }
  store4(queries, larger(larger(left, right), larger(more_left, more_right)));
  return sizeof long_array;
}

}  // extern "C"
