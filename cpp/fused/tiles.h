// The two register tiles, score and blend, and the packed layouts that they read. A tile keeps 4 rows of sums in
// eight registers; tails go through it too, on layouts padded with zeros. Leaves out softmax and masks.
#pragma once
#include <cstdint>

#include "../views.h"
#include "float4.h"

namespace heed::fused {

constexpr std::int64_t kTileRows = 4;             // queries
constexpr std::int64_t kPanelWidth = 2 * kLanes;  // keys of a key panel, columns of a value panel
constexpr std::int64_t kBlockKeys = 128;          // the longest sum of a score that is added up in one go
constexpr std::int64_t kRunKeys = 32;             // likewise of a blend

constexpr std::int64_t panels(std::int64_t count) { return (count + kPanelWidth - 1) / kPanelWidth; }
constexpr std::int64_t padded(std::int64_t count) { return panels(count) * kPanelWidth; }
// Runs begin where they begin in the block, whichever key is the first that a row sees.
constexpr std::int64_t end_of_run(std::int64_t key) { return (key / kRunKeys + 1) * kRunKeys; }

// ---- layouts ------------------------------------------------------------------------------------------------------

// Queries: width x 4, a tile. `rows` may have fewer than 4; the missing ones are 0.
void pack_queries(const ConstRow* rows, std::int64_t count, std::int64_t width, float* packed);

// Keys: [panel][width][kPanelWidth]. Takes `count` rows of `keys` (row, column strides) from `first` on.
void pack_keys(const ConstTensor& keys, std::int64_t batch, std::int64_t head, std::int64_t first, std::int64_t count,
               float* packed);

// Values: [panel][key][kPanelWidth], panels panel_stride floats apart. A value that is not finite becomes 0, so that a
// weight of 0 hides it; returns whether all were finite.
bool pack_values(const ConstTensor& values, std::int64_t batch, std::int64_t head, std::int64_t first,
                 std::int64_t count, std::int64_t panel_stride, float* packed);

// ---- tiles --------------------------------------------------------------------------------------------------------

// scores[row][key] = scale * (q . k), for the keys of a panel.
void score_tile(const float* queries, const float* keys, std::int64_t width, float scale, float* scores);

// blended[row][column] = shrink[row] * blended[row][column] + the sum over first <= key < end of weights[row][key]
// values[key][column]; keys count from the block's first. Rows of `weights` are kBlockKeys apart, rows of `blended`
// row_stride.
void blend_tile(const float* weights, const float* values, std::int64_t first, std::int64_t end, const float* shrink,
                float* blended, std::int64_t row_stride);

// blended[row][column] += the sum over `count` of weights[i][row] * values[i][column]: the same with rows and columns
// of `weights` changing places. Its rows are kBlockKeys apart.
void blend_rows_tile(const float* weights, const float* values, std::int64_t count, float* blended,
                     std::int64_t row_stride);

}  // namespace heed::fused
