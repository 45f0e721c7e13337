#include "query.h"

namespace heed::fused {

Place place_of(const Request& request, std::int64_t row) {
  const std::int64_t heads = request.q.size[1], queries = request.q.size[2];
  return {row / queries / heads, row / queries % heads, row % queries};
}

Query query_at(const Request& request, Place at) {
  const ConstTensor &q = request.q, &k = request.k;
  const std::int64_t scores[4] = {q.size[0], q.size[1], q.size[2], k.size[2]};
  Query query;
  query.q = q.row(at.batch, at.head, at.query);
  query.keys = k;
  query.values = request.v;
  query.batch = at.batch;
  query.kv_head = at.head / (q.size[1] / k.size[1]);
  if (request.mask.data) query.mask = broadcast(request.mask, scores).row(at.batch, at.head, at.query);
  if (request.bias.data) query.bias = broadcast(request.bias, scores).row(at.batch, at.head, at.query);
  query.scale = request.scale.value_or(1 / std::sqrt(static_cast<double>(q.size[3])));
  query.softcap = request.softcap;
  query.visible = visible_keys(request, at.batch, at.query);
  return query;
}

}  // namespace heed::fused
