// The fused engine at its own edges: blocks of keys, threads, scratch. What attention means, the other tests ask of
// both engines.
#include "fused/fused_attention.h"

#include "random_request.h"
#include "reference.h"

using namespace support;

namespace {

// A request with many keys: block edges lie at 128 and 256.
struct ManyKeys {
  Floats q, k, v;
  heed::Request request;
  ManyKeys(unsigned seed, std::int64_t queries, std::int64_t keys, double spread = 2)
      : ManyKeys(Random(seed), queries, keys, spread) {}

 private:
  ManyKeys(Random random, std::int64_t queries, std::int64_t keys, double spread)
      : q(random_floats(random, 1, 2, queries, 5, spread)),
        k(random_floats(random, 1, 1, keys, 5, spread)),
        v(random_floats(random, 1, 1, keys, 3)) {
    request = support::request(q, k, v);
    request.engine = heed::Engine::kFused;
  }
};

Attended by(heed::Engine engine, heed::Request request, const heed::Threads* threads = nullptr) {
  request.engine = engine;
  request.threads = threads;
  return attend(request);
}

bool same_bits(const Attended& a, const Attended& b) {
  return a.output.data == b.output.data && a.weights.data == b.weights.data &&
         a.log_sum_exp.data == b.log_sum_exp.data && a.masked_rows == b.masked_rows;
}

// Both engines may err; by no more than both tolerances together.
void check_engines_agree(const heed::Request& request) {
  const Attended fused = by(heed::Engine::kFused, request), steps = by(heed::Engine::kSteps, request);
  const reference::Attention want = reference::attention(request);
  CHECK(reference::worst(fused.output.view, want.output) <= 1);
  CHECK(reference::worst(fused.weights.view, want.weights) <= 1);
  CHECK(reference::worst(fused.log_sum_exp.view, want.log_sum_exp) <= 1);
  CHECK(fused.masked_rows == want.masked_rows);
  reference::Numbers between = want.output;
  for (std::size_t i = 0; i < steps.output.data.size(); ++i) {
    between.want[i] = double{steps.output.data[i]};
    between.tolerance[i] *= 2;
  }
  CHECK(reference::worst(fused.output.view, between) <= 1);
}

}  // namespace

TEST_CASE("fused: every random request agrees with float64 and with the steps") {
  for (unsigned seed = 1001; seed <= 1400; ++seed) {
    CAPTURE(seed);
    check_engines_agree(RandomRequest(seed).request);
  }
}

TEST_CASE("fused: right at every edge of a block, with small and with large scores") {
  for (const std::int64_t keys : {1, 2, 127, 128, 129, 130, 255, 256, 257, 300, 513})
    for (const double spread : {0.01, 2.0, 20.0}) {
      CAPTURE(keys);
      CAPTURE(spread);
      ManyKeys many(static_cast<unsigned>(keys), 3, keys, spread);
      check_engines_agree(many.request);
      many.request.causal = heed::Causal::kBottomRight;
      check_engines_agree(many.request);
      many.request.window_left = 130;
      check_engines_agree(many.request);
    }
}

TEST_CASE("fused: the largest score may come in any block, and grow with each") {
  for (const std::int64_t at : {0, 127, 128, 300, 511}) {
    CAPTURE(at);
    const Floats q = matrix(1, 1, {1}), v = matrix(512, 1, std::vector<float>(512, 3));
    Floats k = matrix(512, 1, std::vector<float>(512));
    k.data[static_cast<std::size_t>(at)] = 90;
    check_engines_agree(request(q, k, v));
    for (std::size_t key = 0; key < 512; ++key) k.data[key] = static_cast<float>(key) / 16;
    check_engines_agree(request(q, k, v));
  }
}

TEST_CASE("fused: blocks that are masked everywhere, first, in between and last") {
  ManyKeys many(3, 2, 640);
  for (const int open : {0, 1, 2, 3, 4}) {
    CAPTURE(open);
    std::vector<std::uint8_t> allowed(640, 0);
    std::fill_n(allowed.begin() + open * 128, 128, std::uint8_t{1});
    const Mask mask(1, 1, 1, 640, allowed);
    many.request.mask = mask;
    check_engines_agree(many.request);
  }
}

TEST_CASE("fused: the same bits at 1, 2, 3 and 8 threads, and from run to run") {
  const heed::Threads one(1), two(2), three(3), eight(8);
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const RandomRequest made(seed);
    const ManyKeys many(seed, 61, 200);
    for (const heed::Request* request : {&made.request, &many.request}) {
      const Attended want = by(heed::Engine::kFused, *request);
      for (const heed::Threads* threads : {&one, &two, &three, &eight})
        for (int run = 0; run < 3; ++run) CHECK(same_bits(by(heed::Engine::kFused, *request, threads), want));
    }
  }
}

TEST_CASE("fused: a million keys of one score and one value give that value") {
  constexpr std::int64_t keys = 1048576;
  const Floats q = matrix(1, 1, {0}), k(1, 1, keys, 1, 0.0f), v(1, 1, keys, 1, 1.1f);
  const Attended got = by(heed::Engine::kFused, request(q, k, v));
  CHECK(close(got.output.data, {double{1.1f}}, 1e-7));
  CHECK(close(got.log_sum_exp.data, {20 * std::log(2.0)}, 1e-6));
}

TEST_CASE("fused: scratch is two floats a value column and thread, and one, however many queries and keys there are") {
  const heed::Threads threads(3);
  ManyKeys many(5, 40, 300);
  std::int64_t floats = 0;
  REQUIRE(!heed::check(many.request, &floats));
  CHECK(floats == 2 * 3 + 1);
  many.request.threads = &threads;
  REQUIRE(!heed::check(many.request, &floats));
  CHECK(floats == 2 * 3 * threads.count() + 1);
}

TEST_CASE("fused: scratch may lie at any float, and nothing is written past it") {
  const ManyKeys many(6, 9, 140);
  const Attended want = by(heed::Engine::kFused, many.request);
  std::int64_t floats = 0;
  REQUIRE(!heed::check(many.request, &floats));
  for (const std::int64_t shift : {0, 1}) {
    std::vector<float> scratch(static_cast<std::size_t>(shift + floats) + 1, -77);
    Floats output(1, 2, 9, 3, kNan);
    heed::Result result{output.view, {}, {}};
    REQUIRE(!heed::attend(many.request, scratch.data() + shift, result));
    CHECK(output.data == want.output.data);
    CHECK(scratch.back() == -77);
    if (shift == 1) CHECK(scratch.front() == -77);
  }
}

TEST_CASE("fused: scratch that no memory can hold is refused before anything is read") {
  const Floats q = matrix(1, 1, {1});
  heed::Request request = support::request(q, q, q);
  request.engine = heed::Engine::kFused;
  request.k.size[2] = request.v.size[2] = 0;
  request.v.size[3] = std::numeric_limits<std::ptrdiff_t>::max() / 4;
  std::int64_t floats = 0;
  const heed::Status status = heed::check(request, &floats);
  CHECK(status.code == heed::ErrorCode::kMemory);
  CHECK(status.argument == heed::Argument::kV);
  CHECK(floats == 0);
}
