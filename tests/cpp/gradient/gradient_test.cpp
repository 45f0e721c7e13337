// gradient of both engines against the float64 reference, and the rules it follows.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "fused/plan.h"
#include "fused/rows_in_parallel.h"
#include "gradient/graded.h"
#include "random_request.h"

using namespace support;
using heed::Engine;

TEST_CASE_FOR_EACH_ENGINE("gradient: on paper: two equal scores, values 1 and 3, and a loss of the output itself") {
  const Floats q = matrix(1, 1, {2}), k = matrix(2, 1, {5, 5}), v = matrix(2, 1, {1, 3}),
               grad_output = matrix(1, 1, {1});
  const Floats bias = matrix(1, 2, {0, 0});
  heed::Request asked = request(q, k, v);
  asked.bias = bias;
  const Graded got = gradient(asked, grad_output);
  CHECK(got.grad_v.data == std::vector<float>{0.5f, 0.5f});      // the weights
  CHECK(got.grad_bias.data == std::vector<float>{-0.5f, 0.5f});  // w (v - 2)
  CHECK(got.grad_k.data == std::vector<float>{-1, 1});           // those times q
  CHECK(got.grad_q.data == std::vector<float>{0});               // those times k: 5 and 5 cancel
}

TEST_CASE_FOR_EACH_ENGINE("gradient: on paper: a softcap flattens, and a scale multiplies") {
  const Floats q = matrix(1, 1, {1}), k = matrix(2, 1, {1, 1}), v = matrix(2, 1, {1, 3}),
               grad_output = matrix(1, 1, {1});
  heed::Request asked = request(q, k, v);
  asked.scale = 2;
  CHECK(gradient(asked, grad_output).grad_k.data == std::vector<float>{-1, 1});
  asked.softcap = 2;  // 1 - tanh(1)^2 = 0.419974
  CHECK(close(gradient(asked, grad_output).grad_k.data, {-0.4199743, 0.4199743}));
}

TEST_CASE_FOR_EACH_ENGINE(
    "gradient: within tolerance of float64 on 300 random requests, strided inputs and all options") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    RandomRequest drawn(7000 + seed);
    const heed::Request& asked = drawn.request;
    const Floats wide =
        random_floats(drawn.random, asked.q.size[0], asked.q.size[1], asked.q.size[2], asked.v.size[3] + 3);
    heed::ConstTensor grad_output = wide;
    grad_output.size[3] -= 3;
    ++grad_output.data;
    const reference::Gradients want = reference::gradients(asked, grad_output);
    check_within(gradient(asked, grad_output), want);
    const Attended forward = attend(asked);
    check_within(gradient(asked, {grad_output, forward.output.view, forward.log_sum_exp.view}), want);
  }
}

TEST_CASE_FOR_EACH_ENGINE("gradient: the forward of the other engine will do") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    RandomRequest drawn(7500 + seed);
    heed::Request other = drawn.request;
    other.engine = drawn.request.engine == Engine::kSteps ? Engine::kFused : Engine::kSteps;
    const Attended forward = attend(other);
    const Floats grad_output =
        random_floats(drawn.random, other.q.size[0], other.q.size[1], other.q.size[2], other.v.size[3]);
    check_within(gradient(drawn.request, {grad_output, forward.output.view, forward.log_sum_exp.view}),
                 reference::gradients(drawn.request, grad_output));
  }
}

TEST_CASE("gradient: the fused engine takes the forward it is given; the steps engine needs none") {
  Random random(61);
  const Floats q = random_floats(random, 1, 1, 2, 2), k = random_floats(random, 1, 1, 3, 2);
  const Floats grad_output = random_floats(random, 1, 1, 2, 2);
  heed::Request asked = request(q, k, k);
  const Attended forward = attend(asked);
  Floats raised(1, 1, 2, 1, forward.log_sum_exp.data);
  for (float& number : raised.data) number += 1;
  const heed::GradientRequest given{grad_output, forward.output.view, raised};
  asked.engine = Engine::kSteps;
  CHECK(same_bits(gradient(asked, given), gradient(asked, grad_output)));
  asked.engine = Engine::kFused;
  const Graded plain = gradient(asked, grad_output), shrunk = gradient(asked, given);
  for (std::size_t i = 0; i < plain.grad_v.data.size(); ++i)  // every weight is e times smaller
    CHECK(std::fabs(shrunk.grad_v.data[i] * std::exp(1.0) - plain.grad_v.data[i]) <= 1e-5);
}

TEST_CASE_FOR_EACH_ENGINE("gradient: over blocks of keys: sizes around 16 and 128, from 1 to 300 keys") {
  Random random(62);
  for (const std::int64_t keys : {1, 15, 16, 17, 127, 128, 129, 300}) {
    INFO("keys " << keys);
    const Floats q = random_floats(random, 1, 2, 3, 5), k = random_floats(random, 1, 1, keys, 5),
                 v = random_floats(random, 1, 1, keys, 4), grad_output = random_floats(random, 1, 2, 3, 4);
    const Floats bias = random_floats(random, 1, 1, 1, keys);
    heed::Request asked = request(q, k, v);
    asked.bias = bias;
    check_within(gradient(asked, grad_output), reference::gradients(asked, grad_output));
  }
}

TEST_CASE(
    "gradient: over blocks of rows, tiles and panels of every size, with shared heads, causal, and masked at random") {
  Random random(68);
  for (const std::int64_t n : {1, 5, 63, 64, 65, 130})
    for (const auto& [m, d, dv] : {std::array<std::int64_t, 3>{9, 1, 8}, {130, 5, 3}, {128, 17, 9}}) {
      INFO(n << " queries, " << m << " keys");
      const Floats q = random_floats(random, 1, 2, n, d), k = random_floats(random, 1, 1, m, d),
                   v = random_floats(random, 1, 1, m, dv), grad_output = random_floats(random, 1, 2, n, dv);
      Mask mask(1, 1, n, m);
      for (std::uint8_t& allowed : mask.data) allowed = random.chance(0.7);
      heed::Request open = request(q, k, v), causal = open, masked = open;
      causal.causal = heed::Causal::kBottomRight;
      causal.window_left = 100;
      masked.mask = mask;
      masked.softcap = 4;
      for (heed::Request asked : {open, causal, masked}) {
        asked.engine = Engine::kFused;
        check_within(gradient(asked, grad_output), reference::gradients(asked, grad_output));
      }
    }
}

TEST_CASE("gradient: past a block of rows NaN behind a mask reaches nothing, and a live one just what sees it") {
  Random random(69);
  Floats q = random_floats(random, 1, 1, 70, 3);
  const Floats k = random_floats(random, 1, 1, 20, 3), v = random_floats(random, 1, 1, 20, 3),
               grad_output = random_floats(random, 1, 1, 70, 3);
  Mask mask(1, 1, 70, 20);
  for (std::uint8_t& allowed : mask.data) allowed = random.chance(0.5);
  q.view.at(0, 0, 66, 1) = kNan;
  heed::Request asked = request(q, k, v);
  asked.engine = Engine::kFused;
  asked.mask = mask;
  const Graded got = gradient(asked, grad_output);
  for (std::int64_t row = 0; row < 70; ++row) CHECK(std::isnan(got.grad_q.view.at(0, 0, row, 0)) == (row == 66));
  for (std::int64_t key = 0; key < 20; ++key) {
    const bool reached = mask.view.at(0, 0, 66, key);
    CHECK(std::isnan(got.grad_k.view.at(0, 0, key, 0)) == reached);
    CHECK(std::isnan(got.grad_v.view.at(0, 0, key, 0)) == reached);
  }
}

TEST_CASE_FOR_EACH_ENGINE("gradient: of a bias: for each way of repeating it the sum over what it repeats along") {
  Random random(63);
  const std::int64_t n = 37, m = 70;  // more than one block of each
  const Floats q = random_floats(random, 2, 4, n, 2), k = random_floats(random, 2, 2, m, 2),
               v = random_floats(random, 2, 2, m, 2), grad_output = random_floats(random, 2, 4, n, 2);
  for (const std::int64_t batches : {1, 2})
    for (const std::int64_t heads : {1, 4})
      for (const std::int64_t rows : {std::int64_t{1}, n})
        for (const std::int64_t columns : {std::int64_t{1}, m}) {
          const Floats bias = random_floats(random, batches, heads, rows, columns);
          heed::Request asked = request(q, k, v);
          asked.bias = bias;
          asked.causal = heed::Causal::kBottomRight;
          check_within(gradient(asked, grad_output), reference::gradients(asked, grad_output));
        }
}

TEST_CASE_FOR_EACH_ENGINE("gradient: a fully masked row gives and gets 0, whatever its query and grad_output hold") {
  Random random(64);
  Floats q = random_floats(random, 1, 1, 3, 2), grad_output = random_floats(random, 1, 1, 3, 2);
  const Floats k = random_floats(random, 1, 1, 4, 2), v = random_floats(random, 1, 1, 4, 2);
  const Mask mask(1, 1, 3, 1, {1, 0, 1});
  heed::Request asked = request(q, k, v);
  asked.mask = mask;
  const Graded clean = gradient(asked, grad_output);
  CHECK(clean.grad_q.data[2] == 0);
  CHECK(clean.grad_q.data[3] == 0);
  q.data[2] = grad_output.data[3] = kNan;
  q.data[3] = grad_output.data[2] = kInfinity;
  CHECK(same_bits(gradient(asked, grad_output), clean));
  const Attended forward = attend(asked);
  const Graded taken = gradient(asked, {grad_output, forward.output.view, forward.log_sum_exp.view});
  check_within(taken, reference::gradients(asked, grad_output));
  CHECK(std::count(taken.grad_q.data.begin() + 2, taken.grad_q.data.begin() + 4, 0) == 2);
}

TEST_CASE_FOR_EACH_ENGINE("gradient: a row whose every score overflows to -Infinity counts as masked") {
  const Floats q = matrix(1, 1, {1}), k = matrix(2, 1, {-3e38f, -3e38f}), v = matrix(2, 1, {1, 2}),
               grad_output = matrix(1, 1, {1});
  heed::Request asked = request(q, k, v);
  asked.scale = 1e10;
  const Graded got = gradient(asked, grad_output);
  CHECK(got.grad_q.data == std::vector<float>{0});
  CHECK(got.grad_k.data == std::vector<float>{0, 0});
  CHECK(got.grad_v.data == std::vector<float>{0, 0});
}

TEST_CASE_FOR_EACH_ENGINE("gradient: NaN and Infinity behind a mask of any kind reach nothing, and get 0") {
  Random random(65);
  const Floats q = random_floats(random, 1, 1, 3, 2), grad_output = random_floats(random, 1, 1, 3, 2);
  const Floats clean_k = random_floats(random, 1, 1, 5, 2), clean_v = random_floats(random, 1, 1, 5, 2);
  Floats k(1, 1, 5, 2, clean_k.data), v(1, 1, 5, 2, clean_v.data);
  for (const std::size_t key : {std::size_t{2}, std::size_t{4}}) {
    k.data[2 * key] = v.data[2 * key + 1] = kNan;
    k.data[2 * key + 1] = v.data[2 * key] = -kInfinity;
  }
  const Mask mask(1, 1, 1, 5, {1, 1, 0, 1, 0});
  const Floats bias = matrix(1, 5, {0, 0, -kInfinity, 0, -kInfinity});
  const std::int64_t length = 4;
  const auto same = [&](auto mask_keys) {
    heed::Request clean = request(q, clean_k, clean_v), dirty = request(q, k, v);
    clean.softcap = dirty.softcap = 3;
    mask_keys(clean);
    mask_keys(dirty);
    const Graded got = gradient(dirty, grad_output);
    CHECK(same_bits(got, gradient(clean, grad_output)));
    for (const std::size_t at : {4u, 5u, 8u, 9u}) CHECK((got.grad_k.data[at] == 0 && got.grad_v.data[at] == 0));
  };
  same([&](heed::Request& asked) { asked.mask = mask; });
  same([&](heed::Request& asked) { asked.bias = bias; });
  same([&](heed::Request& asked) {  // key 4 by length, key 2 by mask
    asked.mask = mask;
    asked.key_lengths = &length;
    asked.key_length_count = 1;
  });
}

TEST_CASE_FOR_EACH_ENGINE("gradient: a live NaN in a query reaches its own row and the keys that it sees") {
  const Floats q = matrix(2, 1, {1, kNan}), k = matrix(3, 1, {1, 2, 3}), v = matrix(3, 1, {1, 2, 4}),
               grad_output = matrix(2, 1, {1, 1});
  const Mask mask(1, 1, 2, 3, {1, 1, 1, 0, 0, 1});
  heed::Request asked = request(q, k, v);
  asked.mask = mask;
  const Floats bias = matrix(2, 3, {0, 1, 2, 0, 1, 2});
  asked.bias = bias;
  const Graded got = gradient(asked, grad_output);
  CHECK(std::isfinite(got.grad_q.data[0]));
  CHECK(std::isnan(got.grad_q.data[1]));
  for (const std::size_t key : {0u, 1u})
    CHECK((std::isfinite(got.grad_k.data[key]) && std::isfinite(got.grad_v.data[key])));
  CHECK((std::isnan(got.grad_k.data[2]) && std::isnan(got.grad_v.data[2])));
  for (const std::size_t hidden : {3u, 4u}) CHECK(got.grad_bias.data[hidden] == 0);
  CHECK(std::isnan(got.grad_bias.data[5]));
}

TEST_CASE_FOR_EACH_ENGINE("gradient: scores of 3e38, 3e38 and -3e38 weigh one half, one half and nothing") {
  const Floats q = matrix(1, 1, {1}), k = matrix(3, 1, {3e38f, 3e38f, -3e38f}), v = matrix(3, 1, {1, 3, 9}),
               grad_output = matrix(1, 1, {1});
  heed::Request asked = request(q, k, v);
  asked.scale = 1;
  const Graded got = gradient(asked, grad_output);
  CHECK(got.grad_v.data == std::vector<float>{0.5f, 0.5f, 0});
  CHECK(got.grad_k.data == std::vector<float>{-0.5f, 0.5f, 0});
}

TEST_CASE_FOR_EACH_ENGINE(
    "gradient: a log-sum-exp that a rounding put below the largest score gives no weight above 1") {
  const Floats q = matrix(1, 1, {1}), k = matrix(1, 1, {3e38f}), v = matrix(1, 1, {2}), grad_output = matrix(1, 1, {1});
  heed::Request asked = request(q, k, v);
  asked.scale = 1;
  const Floats output = matrix(1, 1, {2}), log_sum_exp = matrix(1, 1, {std::nextafter(3e38f, 0.0f)});
  CHECK(gradient(asked, {grad_output, output, log_sum_exp}).grad_v.data == std::vector<float>{1});
}

TEST_CASE_FOR_EACH_ENGINE(
    "gradient: weights below the smallest normal float under values of 1e30 stay within tolerance") {
  const Floats q = matrix(1, 1, {1}), k = matrix(5, 1, {0, -87, -90, -104, -200}),
               v = matrix(5, 1, {0, 1e30f, 1e30f, 1e30f, 1e30f}), grad_output = matrix(1, 1, {1});
  heed::Request asked = request(q, k, v);
  asked.scale = 1;
  check_within(gradient(asked, grad_output), reference::gradients(asked, grad_output));
}

TEST_CASE_FOR_EACH_ENGINE("gradient: no queries, no keys, no batch, no widths") {
  const auto graded = [](std::int64_t batches, std::int64_t n, std::int64_t m, std::int64_t d, std::int64_t dv) {
    Random random(66);
    const Floats q = random_floats(random, batches, 2, n, d), k = random_floats(random, batches, 1, m, d),
                 v = random_floats(random, batches, 1, m, dv), grad_output = random_floats(random, batches, 2, n, dv);
    const Floats bias = random_floats(random, 1, 1, 1, m);
    heed::Request asked = request(q, k, v);
    asked.bias = bias;
    asked.scale = 0.5;
    const Graded got = gradient(asked, grad_output);
    check_within(got, reference::gradients(asked, grad_output));
    return std::vector{got.grad_q.data, got.grad_k.data, got.grad_v.data, got.grad_bias.data};
  };
  using All = std::vector<std::vector<float>>;
  CHECK(graded(1, 0, 2, 1, 1) == All{{}, {0, 0}, {0, 0}, {0, 0}});
  CHECK(graded(1, 1, 0, 1, 1) == All{{0, 0}, {}, {}, {}});
  CHECK(graded(0, 1, 2, 1, 1) == All{{}, {}, {}, {0, 0}});
  CHECK(graded(1, 1, 2, 0, 1)[0].empty());
  CHECK(graded(1, 1, 2, 1, 0) == All{{0, 0}, {0, 0}, {}, {0, 0}});
}

TEST_CASE_FOR_EACH_ENGINE("gradient: is written where the caller's strides say, and nowhere else") {
  Random random(67);
  const Floats q = random_floats(random, 1, 2, 3, 4), k = random_floats(random, 1, 2, 3, 4);
  const heed::Request asked = request(q, k, k);
  const Graded want = gradient(asked, q);
  std::vector<float> packed(3 * 30, -77);  // a row: six heads of 4, one behind the other, and six more
  const auto slice = [&](int part) { return heed::Tensor{packed.data() + 8 * part, {1, 2, 3, 4}, {0, 4, 30, 1}}; };
  heed::Gradient gradient{slice(0), slice(1), slice(2), {}};
  std::int64_t scratch_floats = 0;
  const heed::GradientRequest given{q, {}, {}};
  REQUIRE(!heed::check_gradient(asked, given, &scratch_floats));
  std::vector<float> scratch(static_cast<std::size_t>(scratch_floats) + 2, -77);
  REQUIRE(!heed::gradient(asked, given, scratch.data() + 1, gradient));
  CHECK(values(gradient.grad_q) == want.grad_q.data);
  CHECK(values(gradient.grad_k) == want.grad_k.data);
  CHECK(values(gradient.grad_v) == want.grad_v.data);
  CHECK(std::count(packed.begin(), packed.end(), -77.0f) == 3 * 6);
  CHECK((scratch.front() == -77 && scratch.back() == -77));
}

TEST_CASE("gradient: any number of threads, and every run, gives the same bits, of few heads and of many") {
  // Each is work enough for threads: a head in five chunks of keys, the last with one; two heads for three query heads
  // each, in two chunks; more heads than any number of threads needs chunks for.
  struct Sizes {
    std::int64_t heads, kv_heads, queries, keys;
  };
  for (const Sizes size : {Sizes{1, 1, 150, 1025}, Sizes{6, 2, 90, 300}, Sizes{33, 33, 16, 200}}) {
    CAPTURE(size.keys);
    Random random(7700);
    const Floats q = random_floats(random, 1, size.heads, size.queries, 72);
    const Floats k = random_floats(random, 1, size.kv_heads, size.keys, 72);
    const Floats v = random_floats(random, 1, size.kv_heads, size.keys, 61);
    const Floats bias = random_floats(random, 1, 1, size.queries, size.keys);
    heed::Request asked = request(q, k, v);
    asked.bias = bias;
    asked.causal = heed::Causal::kBottomRight;
    asked.engine = Engine::kFused;
    const Floats grad_output = random_floats(random, 1, size.heads, size.queries, 61);
    const Graded alone = gradient(asked, grad_output);
    for (const int count : {1, 2, 3, 8}) {
      const heed::Threads threads(count);
      asked.threads = &threads;
      REQUIRE(heed::fused::worker_count(heed::fused::threads_for(asked)) == threads.count());
      CHECK(same_bits(gradient(asked, grad_output), alone));
      CHECK(same_bits(gradient(asked, grad_output), alone));
    }
    asked.threads = nullptr;
  }
}
