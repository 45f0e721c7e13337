// gradient() with buffers of its own, and what it must be within.
#pragma once
#include <bit>

#include "gradient/gradient_reference.h"
#include "support.h"

namespace support {

// Scratch that is NaN read as floats, and as doubles too.
inline std::vector<float> nan_scratch(std::int64_t floats) {
  return std::vector<float>(static_cast<std::size_t>(floats), std::bit_cast<float>(~std::uint32_t{0}));
}

struct Graded {
  Floats grad_q, grad_k, grad_v, grad_bias;
};

inline Floats floats_like(const heed::ConstTensor& view) {
  return Floats(view.size[0], view.size[1], view.size[2], view.size[3], kNan);
}

inline Graded gradient(const heed::Request& request, const heed::GradientRequest& given) {
  Graded graded{floats_like(request.q), floats_like(request.k), floats_like(request.v), floats_like(request.bias)};
  std::int64_t scratch_floats = 0;
  REQUIRE(!heed::check_gradient(request, given, &scratch_floats));
  std::vector<float> scratch = nan_scratch(scratch_floats);
  heed::Gradient gradient{graded.grad_q.view, graded.grad_k.view, graded.grad_v.view, graded.grad_bias.view};
  if (!request.bias.data) gradient.grad_bias.data = nullptr;
  REQUIRE(!heed::gradient(request, given, scratch.data(), gradient));
  return graded;
}

inline Graded gradient(const heed::Request& request, const heed::ConstTensor& grad_output) {
  return gradient(request, heed::GradientRequest{grad_output, {}, {}});
}

inline void check_within(const Graded& got, const reference::Gradients& want) {
  CHECK(reference::worst(got.grad_q.view, want.grad_q) <= 1);
  CHECK(reference::worst(got.grad_k.view, want.grad_k) <= 1);
  CHECK(reference::worst(got.grad_v.view, want.grad_v) <= 1);
  CHECK(reference::worst(got.grad_bias.view, want.grad_bias) <= 1);
}

inline bool same_bits(const Graded& one, const Graded& other) {
  return one.grad_q.data == other.grad_q.data && one.grad_k.data == other.grad_k.data &&
         one.grad_v.data == other.grad_v.data && one.grad_bias.data == other.grad_bias.data;
}

}  // namespace support
