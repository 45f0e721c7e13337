// An attention case as the core takes it: buffers, and a request that views them. Rank 3, packed rows and transposed
// matrices are strides; only a cache is put in front of the new keys by copying, as its owner would.
#pragma once
#include <cstdint>
#include <vector>

#include "heed.h"
#include "records.h"

namespace suites {

struct AttentionCase {
  AttentionCase() = default;
  AttentionCase(AttentionCase&&) = default;  // the buffers move, what the request points to stays where it is

  heed::Request request;
  std::vector<float> q, k, v, bias;  // k and v: past and present
  std::vector<std::uint8_t> mask;
  std::vector<std::int64_t> key_lengths;
};

// The heads of a tensor of rank 4, B x H x n x d, or of rank 3, B x n x (H * d).
template <class Element>
heed::View<Element> by_head(Element* data, const std::vector<std::int64_t>& shape, std::int64_t heads) {
  if (shape.size() == 4) return heed::row_major(data, shape[0], shape[1], shape[2], shape[3]);
  const std::int64_t rows = shape[1], width = shape[2] / heads;
  return {data, {shape[0], heads, rows, width}, {rows * heads * width, width, heads * width, 1}};
}

std::vector<float> floats(const std::vector<double>& numbers);

AttentionCase attention_case(const Case& from);

// The same numbers with q, k and v side by side in every row of one array, B x n x (Hq d + Hk d + Hk dv): how a packed
// projection leaves them. Needs as many queries as keys.
AttentionCase packed(const AttentionCase& from);

}  // namespace suites
