#include "query.h"

namespace heed::fused {

Place place_of(const Request& request, std::int64_t row) {
  const std::int64_t heads = request.q.size[1], queries = request.q.size[2];
  return {row / queries / heads, row / queries % heads, row % queries};
}

std::int64_t row_of(const Request& request, Place at) {
  return (at.batch * request.q.size[1] + at.head) * request.q.size[2] + at.query;
}

}  // namespace heed::fused
