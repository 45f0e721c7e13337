#include "attend.h"

#include <limits>

#include "bias.h"
#include "blend.h"
#include "mask.h"
#include "scale.h"
#include "score.h"
#include "softcap.h"
#include "softmax.h"

namespace heed::steps {

bool attend_row(const Request& request, std::int64_t batch, std::int64_t head, std::int64_t query, RowStages& stages) {
  const ConstTensor& q = request.q;
  const ConstTensor& k = request.k;
  const std::int64_t kv_head = head / (q.size[1] / k.size[1]);
  const std::int64_t table[4] = {q.size[0], q.size[1], q.size[2], k.size[2]};

  score(q.row(batch, head, query), k, batch, kv_head, stages.scores);
  scale(stages.scores, request.scale ? *request.scale : default_scale(q.size[3]), stages.scaled);
  if (request.softcap != 0) softcap(stages.scaled, request.softcap, stages.capped);
  if (request.bias.data) bias(stages.capped, broadcast(request.bias, table).row(batch, head, query), stages.biased);
  const auto mask_row = request.mask.data ? broadcast(request.mask, table).row(batch, head, query) : ConstMaskRow{};
  mask(stages.biased, mask_row, visible_keys(request, batch, query), stages.masked);
  stages.row_max = row_max(stages.masked);
  exponentials(stages.masked, stages.row_max, stages.exponentials);
  stages.row_sum = row_sum(stages.exponentials);
  weights(stages.exponentials, stages.row_max, stages.row_sum, stages.weights);
  blend(stages.weights, stages.masked, request.v, batch, kv_head, stages.output);
  return stages.row_max == -std::numeric_limits<float>::infinity();
}

std::int64_t scratch_floats(const Request& request) { return 2 * request.k.size[2]; }

void attend_all(const Request& request, float* scratch, Result& result) {
  const std::int64_t key_count = request.k.size[2];
  const FloatRow score_row{scratch, key_count}, weight_row{scratch + key_count, key_count};
  result.masked_rows = 0;
  for (std::int64_t batch = 0; batch < request.q.size[0]; ++batch)
    for (std::int64_t head = 0; head < request.q.size[1]; ++head)
      for (std::int64_t query = 0; query < request.q.size[2]; ++query) {
        const FloatRow weights = result.weights.data ? result.weights.row(batch, head, query) : weight_row;
        RowStages stages{score_row, score_row, score_row, score_row,
                         score_row, weights,   weights,   result.output.row(batch, head, query)};
        if (attend_row(request, batch, head, query, stages)) ++result.masked_rows;
        if (result.log_sum_exp.data)
          result.log_sum_exp.at(batch, head, query, 0) = log_sum_exp(stages.row_max, stages.row_sum);
      }
}

}  // namespace heed::steps
