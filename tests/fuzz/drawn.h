// A request that owns its arrays, drawn from the fuzzer's bytes: every option, empty axes, grouped heads, any order of
// axes, gaps, backward and repeated axes, broadcast mask and bias. Valid unless spoil() made it wrong.
#pragma once
#include <utility>
#include <vector>

#include "bytes.h"
#include "heed.h"

namespace fuzz {

using Sizes = std::int64_t[4];

// Memory of exactly what a view may touch, so that the sanitizer sees one element too far; gaps between the view's
// elements hold `filler`.
template <class Element>
struct Laid {
  std::vector<Element> memory;
  heed::View<Element> view;
  Element filler{};
};

enum class Use { kInput, kOutput };  // no two numbers of an output may share their place

template <class Element>
Laid<Element> lay_out(Bytes& bytes, const Sizes& size, Use use, Element filler) {
  int order[4] = {3, 2, 1, 0};  // innermost first
  for (int i = 0; i < 3; ++i) std::swap(order[i], order[bytes.one_in(3) ? i + 1 : i]);
  Laid<Element> laid;
  std::int64_t length = 1, first = 0;
  for (const int axis : order) {
    const std::int64_t layout = bytes.whole(0, 9);
    laid.view.size[axis] = size[axis];
    if (layout == 9 && use == Use::kInput) continue;  // stride 0
    const bool backwards = layout == 8;
    if (backwards && size[axis] > 0) first += length * (size[axis] - 1);
    laid.view.stride[axis] = backwards ? -length : length;
    if (size[axis] > 0) length *= size[axis] + (layout == 7 ? 2 : 0);
  }
  laid.memory.assign(static_cast<std::size_t>(length), filler);
  laid.view.data = laid.memory.data() + first;
  laid.filler = filler;
  return laid;
}

template <class Element, class Visit>
void for_each(const heed::View<Element>& view, const Visit& visit) {
  for (std::int64_t b = 0; b < view.size[0]; ++b)
    for (std::int64_t h = 0; h < view.size[1]; ++h)
      for (std::int64_t i = 0; i < view.size[2]; ++i)
        for (std::int64_t c = 0; c < view.size[3]; ++c) visit(view.at(b, h, i, c));
}

constexpr float kGap = std::numeric_limits<float>::quiet_NaN();  // read by mistake, it shows in the result

inline Laid<float> numbers(Bytes& bytes, const Sizes& size, unsigned specials) {
  Laid<float> laid = lay_out<float>(bytes, size, Use::kInput, kGap);
  for_each(laid.view, [&](float& number) { number = bytes.number(specials); });
  return laid;
}

struct DrawnRequest {
  heed::Request request;
  unsigned specials;  // which kinds of special numbers there may be

  explicit DrawnRequest(Bytes& bytes)
      : specials(static_cast<unsigned>(bytes.one_of({0, 0, 1, 2, 3, 4, 5}))) {  // not huge and non-finite together
    const std::int64_t batches = bytes.one_in(12) ? 0 : bytes.whole(1, 2), kv_heads = bytes.whole(1, 2);
    const std::int64_t heads = bytes.one_in(12) ? 0 : kv_heads * bytes.whole(1, 2);
    const std::int64_t n = length(bytes), d = length(bytes), dv = length(bytes);
    // Blocks of the fused engine are 128 keys, those of its gradient 16.
    const std::int64_t m = bytes.one_in(20) ? bytes.one_of<std::int64_t>({16, 17, 33, 128, 129}) : length(bytes);
    q_ = numbers(bytes, {batches, heads, n, d}, specials);
    k_ = numbers(bytes, {batches, kv_heads, m, d}, specials);
    v_ = numbers(bytes, {batches, kv_heads, m, dv}, specials);
    request.q = q_.view;
    request.k = k_.view;
    request.v = v_.view;
    choose_numbers(bytes, d);
    choose_visible(bytes);
  }
  DrawnRequest(const DrawnRequest&) = delete;

 private:
  static std::int64_t length(Bytes& bytes) { return bytes.one_of<std::int64_t>({1, 2, 3, 4, 5, 0, 7, 1, 2, 3, 4, 9}); }

  std::int64_t one_or(Bytes& bytes, std::int64_t size) { return bytes.one_in(3) ? 1 : size; }

  void choose_numbers(Bytes& bytes, std::int64_t d) {
    const bool huge = specials & Bytes::kHuge;
    if (d == 0 || bytes.one_in(3)) request.scale = bytes.one_of({1.0, 0.0, -0.7, 3.0, huge ? 1e30 : 2.0, 1e-30});
    if (bytes.one_in(4)) request.softcap = bytes.one_of({20.0, 0.5, 1e-3, huge ? 1e308 : 1.0});
    const Sizes table = {request.q.size[0], request.q.size[1], request.q.size[2], request.k.size[2]};
    const auto broadcast_size = [&](Sizes& size) {
      for (int axis = 0; axis < 4; ++axis) size[axis] = one_or(bytes, table[axis]);
    };
    Sizes size;
    if (bytes.one_in(3)) {
      broadcast_size(size);
      bias_ = numbers(bytes, size, specials);
      if (bytes.one_in(2))
        for_each(bias_.view, [&](float& number) {
          if (!bytes.likely()) number = -std::numeric_limits<float>::infinity();
        });
      request.bias = bias_.view;
    }
    if (bytes.one_in(3)) {
      broadcast_size(size);
      mask_ = lay_out<std::uint8_t>(bytes, size, Use::kInput, 1);
      for_each(mask_.view, [&](std::uint8_t& seen) { seen = bytes.likely(); });
      request.mask = mask_.view;
    }
  }

  std::int64_t offset(Bytes& bytes) { return bytes.one_in(8) ? bytes.extreme() : bytes.whole(-20, 20); }
  std::int64_t window(Bytes& bytes) {
    return bytes.one_in(8) ? std::numeric_limits<std::int64_t>::max() - bytes.whole(0, 20) : bytes.whole(0, 20);
  }

  void choose_visible(Bytes& bytes) {
    request.causal = bytes.one_of({heed::Causal::kNone, heed::Causal::kTopLeft, heed::Causal::kBottomRight});
    if (bytes.one_in(3)) request.window_left = window(bytes);
    if (bytes.one_in(3)) request.window_right = window(bytes);
    const bool alone = request.causal == heed::Causal::kNone && (request.window_left || request.window_right);
    if ((alone || request.causal == heed::Causal::kTopLeft) && bytes.one_in(2)) request.causal_offset = offset(bytes);
    if (bytes.one_in(3)) {
      for (std::int64_t batch = 0; batch < request.q.size[0]; ++batch)
        key_lengths_.push_back(bytes.whole(0, request.k.size[2]));
      key_lengths_.shrink_to_fit();
      request.key_lengths = key_lengths_.data();
      request.key_length_count = request.q.size[0];
    }
  }

  Laid<float> q_, k_, v_, bias_;
  Laid<std::uint8_t> mask_;
  std::vector<std::int64_t> key_lengths_;
};

// Makes one field of the request anything at all. The request may still be a good one, but its arrays may no longer be
// what its sizes say: it is for check() only.
inline void spoil(Bytes& bytes, heed::Request& request) {
  heed::ConstTensor* const views[] = {&request.q, &request.k, &request.v, &request.bias};
  const double odd = bytes.one_of<double>({-1, -0.0, 1e308, -1e308, std::numeric_limits<double>::infinity(),
                                           std::numeric_limits<double>::quiet_NaN(), 1e-320});
  const auto axis = bytes.whole(0, 3), extreme = bytes.extreme();
  switch (bytes.whole(0, 9)) {
    case 0:
      request.rank = static_cast<int>(bytes.whole(0, 6));
      break;
    case 1:
      request.scale = odd;
      break;
    case 2:
      request.softcap = odd;
      break;
    case 3:
      request.mask.size[axis] = extreme;
      break;
    case 4:
      request.causal = static_cast<heed::Causal>(bytes.whole(-2, 4));
      break;
    case 5:
      request.causal_offset = extreme;
      break;
    case 6:
      (bytes.one_in(2) ? request.window_left : request.window_right) = extreme;
      break;
    case 7:
      request.engine = static_cast<heed::Engine>(bytes.whole(-2, 4));
      break;
    case 8:
      request.key_length_count = extreme;
      break;
    default:
      views[bytes.whole(0, 3)]->size[axis] = extreme;
  }
}

}  // namespace fuzz
