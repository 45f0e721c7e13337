// How one request is cut: blocks of rows and of keys, and what lies where in scratch. Leaves out what is computed.
#pragma once
#include <algorithm>

#include "fused_attention.h"
#include "query.h"
#include "rows_in_parallel.h"
#include "tiles.h"

namespace heed::fused {

constexpr std::int64_t kBlockRows = 24;      // rows that meet one block of keys while it is in the cache
constexpr std::int64_t kBlocksInFloat = 32;  // blocks of keys whose sums are added up in float; above, in double

constexpr std::int64_t kBlockTiles = kBlockRows / kTileRows;

constexpr std::int64_t row_tiles(std::int64_t rows) { return (rows + kTileRows - 1) / kTileRows; }

// A head below is a key/value head of any batch. Its rows are those of all query heads that share it.
struct Plan {
  const Request& request;
  const Threads* threads = nullptr;
  float scale = 1;
  std::int64_t key_width = 0, value_width = 0, key_count = 0;
  std::int64_t value_columns = 0;  // padded
  std::int64_t head_count = 0, heads_at_once = 0, rows_in_head = 0, row_blocks = 0, key_blocks = 0;
  bool alone = false;   // a head has one query, which reads keys and values where they lie
  bool shared = false;  // keys and values are packed once for all; else each worker packs a block when it comes to it
  std::int64_t worker_floats = 0, head_floats = 0;
  double* totals = nullptr;
  float *workers = nullptr, *panels = nullptr;

  Place place(std::int64_t head, std::int64_t row) const {
    const std::int64_t kv_heads = request.k.size[1], queries = request.q.size[2], group = request.q.size[1] / kv_heads;
    return {head / kv_heads, head % kv_heads * group + row / queries, row % queries};
  }
  std::int64_t row_index(Place at) const {
    return (at.batch * request.q.size[1] + at.head) * request.q.size[2] + at.query;
  }
  // Key or value `key` of a head.
  ConstRow row(const ConstTensor& keys, std::int64_t head, std::int64_t key) const {
    return keys.row(head / request.k.size[1], head % request.k.size[1], key);
  }
  std::int64_t block_count(std::int64_t block) const { return std::min(kBlockKeys, key_count - block * kBlockKeys); }
};

// Whether threads give more than it costs to wake them.
bool is_work_for_threads(const Request& request);

// The request's; nullptr: the caller works alone.
inline const Threads* threads_for(const Request& request) {
  return worker_count(request.threads) > 1 && is_work_for_threads(request) ? request.threads : nullptr;
}

Plan plan_of(const Request& request, float* scratch);

// What one worker has for itself.
struct Worker {
  float* queries;  // tile after tile: key_width x 4
  float* blended;  // kBlockRows x value_columns
  float* scores;   // kBlockRows x kBlockKeys
  double* totals;  // likewise; nullptr: so few keys that none are needed
  float* panels;   // of one block; not with shared ones
};
Worker worker_scratch(const Plan& plan, int worker);

struct ValuePanels {
  const float* data;
  std::int64_t stride;  // from panel to panel
  bool finite;          // every value is
};

// Packs a block's keys and values for all workers.
void pack_shared(const Plan& plan, std::int64_t head, std::int64_t block);
// The panels of a block, whose first key is the first of them. Packs them for this worker where they are not shared.
const float* key_panels(const Plan& plan, std::int64_t head, std::int64_t block, const Worker& worker);
ValuePanels value_panels(const Plan& plan, std::int64_t head, std::int64_t block, const Worker& worker);

}  // namespace heed::fused
