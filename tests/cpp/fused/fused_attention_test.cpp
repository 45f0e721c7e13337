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

// Whether the first, middle and last `count` rows, asked for by themselves, have the bits that they have among all.
void check_rows_alone(heed::Request request, std::int64_t count) {
  const Attended all = by(heed::Engine::kFused, request);
  const std::int64_t queries = request.q.size[2], heads = request.q.size[1];
  const std::int64_t offset = request.causal_offset.value_or(0);
  for (const std::int64_t first : {std::int64_t{0}, (queries - count) / 2, queries - count}) {
    CAPTURE(count);
    CAPTURE(first);
    heed::Request part = request;
    part.q.data += first * request.q.stride[2];
    part.q.size[2] = count;
    if (request.causal != heed::Causal::kNone) part.causal_offset = offset + first;
    if (request.mask.data) part.mask.data += first * request.mask.stride[2];
    if (request.mask.data) part.mask.size[2] = count;
    const Attended got = by(heed::Engine::kFused, part);
    std::int64_t different = 0;
    for (std::int64_t head = 0; head < heads; ++head)
      for (std::int64_t row = 0; row < count; ++row) {
        for (std::int64_t column = 0; column < request.v.size[3]; ++column)
          different += got.output.view.at(0, head, row, column) != all.output.view.at(0, head, first + row, column);
        for (std::int64_t key = 0; key < request.k.size[2]; ++key)
          different += got.weights.view.at(0, head, row, key) != all.weights.view.at(0, head, first + row, key);
      }
    CHECK(different == 0);
  }
}

TEST_CASE("fused: a row has the same bits alone, among a few and among many, whichever way its sums are taken") {
  Random random(8);
  for (const std::int64_t keys : {3, 15, 16, 17, 128, 300})
    for (const auto& [d, dv] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {5, 3}, {64, 80}, {130, 37}})
      for (const std::int64_t kv_heads : {1, 2}) {
        CAPTURE(keys);
        CAPTURE(d);
        const Floats q = random_floats(random, 1, 2, 70, d), k = random_floats(random, 1, kv_heads, keys, d),
                     v = random_floats(random, 1, kv_heads, keys, dv);
        const heed::Request open = request(q, k, v);
        heed::Request causal = open, masked = open;
        causal.causal = heed::Causal::kTopLeft;
        causal.causal_offset = keys / 2 - 35;
        Mask mask(1, 1, 70, keys);
        for (std::uint8_t& allowed : mask.data) allowed = random.chance(0.6);
        masked.mask = mask;
        for (const heed::Request& asked : {open, causal, masked})
          for (const std::int64_t count : {1, 2, 4, 5, 16, 24, 25, 33}) check_rows_alone(asked, count);
      }
}

TEST_CASE("fused: past 8192 keys, where sums go on in double, rows still agree with float64 and with themselves") {
  for (const std::int64_t keys : {8191, 8192, 8193, 16500}) {
    CAPTURE(keys);
    ManyKeys many(static_cast<unsigned>(keys), 35, keys);
    check_engines_agree(many.request);
    many.request.causal = heed::Causal::kTopLeft;
    many.request.causal_offset = 8170;
    check_engines_agree(many.request);
    check_rows_alone(many.request, 1);
    check_rows_alone(many.request, 3);
  }
}

TEST_CASE("fused: NaN and Infinity in values reach just the rows that see them, in every way of blending") {
  Random random(10);
  for (const float odd : {kNan, kInfinity})
    for (const std::int64_t n : {1, 3, 40})
      for (const std::int64_t at : {0, 100, 129}) {
        CAPTURE(odd);
        CAPTURE(n);
        CAPTURE(at);
        const Floats q = random_floats(random, 1, 1, n, 5), k = random_floats(random, 1, 1, 130, 5);
        Floats v = random_floats(random, 1, 1, 130, 9);
        v.view.at(0, 0, at, 2) = v.view.at(0, 0, at, 8) = odd;
        Mask mask(1, 1, n, 130);
        for (std::uint8_t& allowed : mask.data) allowed = random.chance(0.6);
        heed::Request asked = request(q, k, v);
        asked.mask = mask;
        const Attended got = by(heed::Engine::kFused, asked);
        for (std::int64_t row = 0; row < n; ++row)
          for (std::int64_t column = 0; column < 9; ++column) {
            const bool reached = (column == 2 || column == 8) && mask.view.at(0, 0, row, at);
            CHECK(std::isfinite(got.output.view.at(0, 0, row, column)) != reached);
          }
      }
}

TEST_CASE("fused: a score of -Infinity hides a value of NaN from a query alone as from one of many") {
  const Floats q = matrix(2, 1, {1, 1}), k = matrix(3, 1, {1, -kInfinity, 1}), v = matrix(3, 1, {1, kNan, 3});
  heed::Request asked = request(q, k, v);
  CHECK(by(heed::Engine::kFused, asked).output.data == std::vector<float>{2, 2});
  asked.q.size[2] = 1;
  CHECK(by(heed::Engine::kFused, asked).output.data == std::vector<float>{2});
}

TEST_CASE("fused: many keys of one score and one value give that value, though all roundings may go one way") {
  Random random(31);
  const Floats values = random_floats(random, 1, 1, 1, 64);
  for (const std::int64_t keys : {129, 500, 1024, 4096, 4097, 8192})
    for (const std::int64_t queries : {1, 30}) {
      CAPTURE(keys);
      CAPTURE(queries);
      const Floats q(1, 1, queries, 1, 0.0f), k(1, 1, keys, 1, 0.0f);
      heed::Request many = request(q, k, values);
      many.v.size[2] = keys;
      many.v.stride[2] = 0;
      many.engine = heed::Engine::kFused;
      CHECK(reference::worst(attend(many).output.view, reference::attention(many).output) <= 1);
    }
}

TEST_CASE("fused: a million keys of one score and one value give that value") {
  constexpr std::int64_t keys = 1048576;
  const Floats q = matrix(1, 1, {0}), k(1, 1, keys, 1, 0.0f), v(1, 1, keys, 1, 1.1f);
  const Attended got = by(heed::Engine::kFused, request(q, k, v));
  CHECK(close(got.output.data, {double{1.1f}}, 0x1p-23 * (2 + 16) * 1.1));  // a quarter of what semantics allow
  CHECK(close(got.log_sum_exp.data, {20 * std::log(2.0)}, 1e-6));
}

TEST_CASE("fused: scratch grows with the queries by nothing, with the keys by those of one head, with the threads") {
  const auto floats = [](std::int64_t n, std::int64_t m, const heed::Threads* threads) {
    static float nothing;
    heed::Request request;
    request.q = heed::row_major<const float>(&nothing, 2, 4, n, 64);
    request.k = request.v = heed::row_major<const float>(&nothing, 2, 2, m, 64);
    request.threads = threads;
    std::int64_t floats = 0;
    REQUIRE(!heed::check(request, &floats));
    return floats;
  };
  CHECK(floats(100, 4096, nullptr) == floats(1000000, 4096, nullptr));
  CHECK(floats(1, 128, nullptr) == floats(1, 4096, nullptr));  // few queries: nothing is kept of the keys
  const std::int64_t more = floats(100, 6144, nullptr) - floats(100, 5120, nullptr);
  CHECK(more >= 1024 * 2 * 64);
  CHECK(more <= 1024 * 2 * 64 + 32);
  CHECK(floats(16384, 16384, nullptr) <= 64 / 4 * 1048576 / 4);  // a quarter of 64 MB
  const heed::Threads two(2);
  CHECK(floats(16384, 16384, &two) <= 64 / 4 * 1048576);
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
