// A request drawn from a seed: every option, sizes from 1 up and odd ones, grouped heads, strided inputs. It owns its
// arrays. Leaves out non-finite numbers: their rules have cases of their own.
#pragma once
#include <memory>

#include "support.h"

namespace support {

struct RandomRequest {
  explicit RandomRequest(unsigned seed) : random(seed) {
    const std::int64_t batches = random.whole(1, 3), kv_heads = random.whole(1, 3);
    const std::int64_t heads = kv_heads * random.whole(1, 3);
    const std::int64_t n = size(), m = size(), d = size(), dv = size();
    request.engine = engine;
    request.q = input(batches, heads, n, d);
    request.k = input(batches, kv_heads, m, d);
    request.v = input(batches, kv_heads, m, dv);
    choose_options(batches, heads, n, m);
  }
  RandomRequest(const RandomRequest&) = delete;

  Random random;
  heed::Request request;
  std::vector<std::int64_t> key_lengths;

 private:
  std::int64_t size() { return random.one_of<std::int64_t>({1, 2, 3, 4, 5, 7, 8, 13, 17, 33}); }

  // Contiguous, or the middle columns of a wider array, or with rows and columns changing places.
  heed::ConstTensor input(std::int64_t batches, std::int64_t heads, std::int64_t rows, std::int64_t columns) {
    const int layout = static_cast<int>(random.whole(0, 2));
    heed::Tensor view;
    if (layout == 1) {
      view = keep(random_floats(random, batches, heads, rows, columns + 5)).view;
      view.data += 2;
    } else if (layout == 2) {
      view = keep(random_floats(random, batches, heads, columns, rows)).view;
      std::swap(view.stride[2], view.stride[3]);
      view.size[2] = rows;
    } else {
      view = keep(random_floats(random, batches, heads, rows, columns)).view;
    }
    view.size[3] = columns;
    return view;
  }

  std::int64_t one_or(std::int64_t size) { return random.chance(0.3) ? 1 : size; }

  void choose_options(std::int64_t batches, std::int64_t heads, std::int64_t n, std::int64_t m) {
    if (random.chance(0.4)) request.scale = random.between(-1, 1);
    if (random.chance(0.3)) request.softcap = random.between(0.5, 20);
    if (random.chance(0.4)) {
      Floats& bias = keep(random_floats(random, one_or(batches), one_or(heads), one_or(n), one_or(m), 3));
      for (float& number : bias.data)
        if (random.chance(0.1)) number = -kInfinity;
      request.bias = bias;
    }
    if (random.chance(0.4)) {
      masks.push_back(std::make_unique<Mask>(one_or(batches), one_or(heads), one_or(n), one_or(m)));
      for (std::uint8_t& allowed : masks.back()->data) allowed = random.chance(0.7);
      request.mask = *masks.back();
    }
    request.causal = random.one_of({heed::Causal::kNone, heed::Causal::kTopLeft, heed::Causal::kBottomRight});
    if (random.chance(0.3)) request.window_left = random.whole(0, m);
    if (random.chance(0.3)) request.window_right = random.whole(0, m);
    const bool window = request.window_left || request.window_right;
    if (request.causal == heed::Causal::kTopLeft || (request.causal == heed::Causal::kNone && window))
      if (random.chance(0.5)) request.causal_offset = random.whole(-n, m);
    if (random.chance(0.3)) {
      for (std::int64_t batch = 0; batch < batches; ++batch) key_lengths.push_back(random.whole(0, m));
      request.key_lengths = key_lengths.data();
      request.key_length_count = batches;
    }
  }

  Floats& keep(Floats array) {
    arrays.push_back(std::make_unique<Floats>(std::move(array)));
    return *arrays.back();
  }

  std::vector<std::unique_ptr<Floats>> arrays;
  std::vector<std::unique_ptr<Mask>> masks;
};

}  // namespace support
