#include "plan.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "float_count.h"
#include "score_rules.h"

namespace heed::fused {

namespace {

constexpr std::int64_t kSharedFloats = std::int64_t{1} << 22;  // 16 MB: as many heads at once as fit, but one at least
// Operations below which waking threads costs more than they give. Two threads in Node, asleep before, each time the
// median of 41: 14 million took 0.51 ms and alone 0.42 ms, 36 million 1.62 and 1.56, 54 million 1.81 and 2.42.
constexpr double kWorkForThreads = 40e6;
constexpr std::int64_t kLineFloats = 16;  // of a cache line

std::int64_t blocks_of(std::int64_t count, std::int64_t size) { return count / size + (count % size != 0); }

bool shares_panels(std::int64_t rows_in_head) { return rows_in_head > kBlockRows; }

struct Layout {
  std::int64_t worker_floats, total_doubles, head_floats, heads_at_once, all;  // -1: more than 64 bits can say
};

// [totals of each worker][workers][panels of each head at once], from the first cache line on.
Layout layout_of(const Request& request) {
  const std::int64_t key_width = request.q.size[3], key_count = request.k.size[2];
  const std::int64_t columns = padded(request.v.size[3]);
  const std::int64_t group_rows = request.q.size[1] / std::max<std::int64_t>(request.k.size[1], 1) * request.q.size[2];
  const std::int64_t workers = worker_count(request.threads), heads = request.k.size[0] * request.k.size[1];
  Layout layout{};
  const bool shared = shares_panels(group_rows);
  const auto rounded = [](std::int64_t floats) { return floats < 0 ? floats : (floats + 15) / 16 * 16; };
  layout.worker_floats =
      FloatCount().add(kBlockRows, key_width).add(kBlockRows, columns).add(kBlockRows, kBlockKeys).count();
  if (!shared && layout.worker_floats >= 0)
    layout.worker_floats =
        FloatCount().add(1, layout.worker_floats).add(kBlockKeys, key_width).add(kBlockKeys, columns).count();
  layout.total_doubles = key_count > kBlockKeys * kBlocksInFloat ? FloatCount().add(kBlockRows, columns).count() : 0;
  layout.head_floats = shared ? FloatCount()
                                    .add(padded(key_count), key_width)
                                    .add(padded(key_count), columns)
                                    .add(1, blocks_of(key_count, kBlockKeys))
                                    .count()
                              : 0;
  layout.all = -1;
  if (layout.worker_floats < 0 || layout.total_doubles < 0 || layout.head_floats < 0) return layout;
  layout.worker_floats = rounded(layout.worker_floats);
  layout.head_floats = rounded(layout.head_floats);
  const std::int64_t fit = workers == 1 ? 1 : kSharedFloats / std::max<std::int64_t>(layout.head_floats, 1);
  layout.heads_at_once = shared ? std::clamp<std::int64_t>(fit, 1, std::max<std::int64_t>(heads, 1)) : heads;
  FloatCount all;
  all.add(1, kLineFloats).add(workers, layout.worker_floats).add(2 * workers, layout.total_doubles);
  if (shared) all.add(layout.heads_at_once, layout.head_floats);
  layout.all = all.count();
  return layout;
}

float* at_line(float* scratch) {
  constexpr std::uintptr_t line = kLineFloats * sizeof(float);
  const auto address = reinterpret_cast<std::uintptr_t>(scratch);
  return scratch + (line - address % line) % line / sizeof(float);
}

// Operations of a request; to fetch a number of a key or value costs as much as 16. In floating point: no product of
// sizes can be too large for it.
double work(const Request& request) {
  const ConstTensor &q = request.q, &k = request.k, &v = request.v;
  const auto product = [](auto... sizes) { return (static_cast<double>(sizes) * ...); };
  return product(q.size[0], k.size[2], q.size[3] + v.size[3]) *
         (2 * product(q.size[1], q.size[2]) + product(16, k.size[1]));
}

}  // namespace

bool is_work_for_threads(const Request& request) { return work(request) >= kWorkForThreads; }

std::int64_t scratch_floats(const Request& request) { return layout_of(request).all; }

Plan plan_of(const Request& request, float* scratch) {
  const Layout layout = layout_of(request);
  const ConstTensor &q = request.q, &k = request.k, &v = request.v;
  const std::int64_t workers = worker_count(request.threads), total_doubles = workers * layout.total_doubles;
  Plan plan{request};
  plan.threads = threads_for(request);
  plan.scale = float_scale(request);
  plan.key_width = q.size[3];
  plan.value_width = v.size[3];
  plan.value_columns = padded(v.size[3]);
  plan.key_count = k.size[2];
  plan.head_count = k.size[0] * k.size[1];
  plan.heads_at_once = layout.heads_at_once;
  plan.rows_in_head = q.size[1] / k.size[1] * q.size[2];
  plan.row_blocks = blocks_of(plan.rows_in_head, kBlockRows);
  plan.key_blocks = blocks_of(plan.key_count, kBlockKeys);
  plan.alone = plan.rows_in_head == 1 && k.stride[3] == 1 && v.stride[3] == 1;
  plan.shared = shares_panels(plan.rows_in_head);
  plan.worker_floats = layout.worker_floats;
  plan.head_floats = layout.head_floats;
  float* const start = at_line(scratch);
  plan.totals = layout.total_doubles > 0 ? new (start) double[static_cast<std::size_t>(total_doubles)] : nullptr;
  plan.workers = start + 2 * total_doubles;
  plan.panels = plan.workers + workers * plan.worker_floats;
  return plan;
}

Worker worker_scratch(const Plan& plan, int worker) {
  Worker own;
  own.queries = plan.workers + worker * plan.worker_floats;
  own.blended = own.queries + kBlockRows * plan.key_width;
  own.scores = own.blended + kBlockRows * plan.value_columns;
  own.panels = own.scores + kBlockRows * kBlockKeys;
  own.totals = plan.totals ? plan.totals + worker * kBlockRows * plan.value_columns : nullptr;
  return own;
}

namespace {

// Where a head's packed keys and values lie: [keys][values][1 a block: 0 if its values are finite]
struct HeadPanels {
  float *keys, *values, *spoilt;
};

HeadPanels head_panels(const Plan& plan, std::int64_t head) {
  HeadPanels panels;
  panels.keys = plan.panels + head % plan.heads_at_once * plan.head_floats;
  panels.values = panels.keys + padded(plan.key_count) * plan.key_width;
  panels.spoilt = panels.values + padded(plan.key_count) * plan.value_columns;
  return panels;
}

void pack_block_keys(const Plan& plan, std::int64_t head, std::int64_t block, float* packed) {
  const std::int64_t kv_heads = plan.request.k.size[1];
  pack_keys(plan.request.k, head / kv_heads, head % kv_heads, block * kBlockKeys, plan.block_count(block), packed);
}

bool pack_block_values(const Plan& plan, std::int64_t head, std::int64_t block, std::int64_t stride, float* packed) {
  const std::int64_t kv_heads = plan.request.k.size[1];
  return pack_values(plan.request.v, head / kv_heads, head % kv_heads, block * kBlockKeys, plan.block_count(block),
                     stride, packed);
}

}  // namespace

void pack_shared(const Plan& plan, std::int64_t head, std::int64_t block) {
  const std::int64_t first = block * kBlockKeys, stride = plan.key_count * kPanelWidth;
  const HeadPanels to = head_panels(plan, head);
  pack_block_keys(plan, head, block, to.keys + first * plan.key_width);
  const bool finite = pack_block_values(plan, head, block, stride, to.values + first * kPanelWidth);
  to.spoilt[block] = finite ? 0 : 1;
}

const float* key_panels(const Plan& plan, std::int64_t head, std::int64_t block, const Worker& worker) {
  if (plan.shared) return head_panels(plan, head).keys + block * kBlockKeys * plan.key_width;
  pack_block_keys(plan, head, block, worker.panels);
  return worker.panels;
}

ValuePanels value_panels(const Plan& plan, std::int64_t head, std::int64_t block, const Worker& worker) {
  if (plan.shared) {
    const HeadPanels from = head_panels(plan, head);
    return {from.values + block * kBlockKeys * kPanelWidth, plan.key_count * kPanelWidth, from.spoilt[block] == 0};
  }
  float* const to = worker.panels + kBlockKeys * plan.key_width;
  const std::int64_t stride = kBlockKeys * kPanelWidth;
  const bool finite = pack_block_values(plan, head, block, stride, to);
  return {to, stride, finite};
}

}  // namespace heed::fused
