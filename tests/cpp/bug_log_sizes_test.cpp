// Faults of sizes and storage that people met in other libraries, each as the rule that its kind breaks. "row": of the
// bug log, section B.
#include <algorithm>
#include <array>
#include <cmath>

#include "bug_log.h"

using namespace support;
using namespace bug_log;

namespace {

// The same numbers with NaN around every row: an element read past a row, or before it, shows.
struct Fenced {
  Floats wide;
  heed::ConstTensor view;

  explicit Fenced(const Floats& plain)
      : wide(plain.view.size[0], plain.view.size[1], plain.view.size[2] + 2, plain.view.size[3] + 8, kNan) {
    const heed::Tensor& from = plain.view;
    heed::Tensor inner = wide.view;
    inner.data += inner.stride[2] + 4;
    for (int axis = 0; axis < 4; ++axis) inner.size[axis] = from.size[axis];
    for (std::int64_t batch = 0; batch < from.size[0]; ++batch)
      for (std::int64_t head = 0; head < from.size[1]; ++head)
        for (std::int64_t row = 0; row < from.size[2]; ++row)
          for (std::int64_t column = 0; column < from.size[3]; ++column)
            inner.at(batch, head, row, column) = from.at(batch, head, row, column);
    view = inner;
  }
};

}  // namespace

TEST_CASE("row 23: no keys give zeros, no queries give nothing, no width needs a scale") {
  for (const std::int64_t n : {0, 1, 3})
    for (const std::int64_t m : {0, 1, 129})
      for (const std::int64_t d : {0, 1, 4})
        for (const std::int64_t dv : {0, 1, 3}) {
          INFO("n " << n << ", m " << m << ", d " << d << ", dv " << dv);
          Random random(static_cast<unsigned>(n + m + d + dv));
          const Drawn drawn(random, 2, 2, 1, n, m, d, dv);
          heed::Request request = drawn.request();
          if (d == 0) {
            std::int64_t scratch_floats = 0;
            const heed::Status status = heed::check(request, &scratch_floats);
            CHECK(status.rule == heed::Rule::kScaleNeeded);
            CHECK(status.argument == heed::Argument::kScale);
            request.scale = 0.5;
          }
          both(request, [&](const Attended& got) {
            if (m == 0) {
              CHECK(got.masked_rows == 4 * n);
              for (const float number : got.output.data) CHECK(number == 0);
              for (const float number : got.log_sum_exp.data) CHECK(number == kMasked);
            }
            if (d == 0)
              for (const float weight : got.weights.data)
                CHECK(std::fabs(weight * static_cast<float>(m) - 1) <= 2 * reference::kEpsilon);
          });
        }
}

TEST_CASE("row 24: every width is computed in full and not beyond, and the scale is that of the true one") {
  for (const std::int64_t d : {1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 31, 33, 63, 65, 127, 130}) {
    INFO("d " << d);
    Random random(static_cast<unsigned>(d));
    const Drawn drawn(random, 2, 2, 1, 3, 5, d, d + 2);
    const Fenced q(drawn.q), k(drawn.k), v(drawn.v);
    heed::Request request = drawn.request(), fenced = request, given = request;
    fenced.q = q.view;
    fenced.k = k.view;
    fenced.v = v.view;
    given.scale = 1 / std::sqrt(static_cast<double>(d));
    both(request);
    same(request, fenced);
    same(request, given);
  }
}

TEST_CASE("row 25: any n and m under a scattered mask, and no read past the mask or the bias") {
  using Size = std::pair<std::int64_t, std::int64_t>;
  for (const auto& [n, m] :
       {Size{63, 50}, Size{17, 33}, Size{1, 129}, Size{31, 1}, Size{3, 127}, Size{5, 128}, Size{4, 64}, Size{9, 257}}) {
    INFO(n << " queries, " << m << " keys");
    Random random(static_cast<unsigned>(n + m));
    const Drawn drawn(random, 1, 2, 1, n, m, 4, 3);
    const Floats bias = random_floats(random, 1, 1, n, m);
    const Fenced fenced_bias(bias), k(drawn.k), v(drawn.v);
    Mask mask(1, 1, n, m), wide(1, 1, n + 1, m + 3);
    heed::ConstMask narrow = wide.view;  // the same mask inside a wider one that says the opposite
    narrow.size[2] = n;
    narrow.size[3] = m;
    for (std::int64_t row = 0; row <= n; ++row)
      for (std::int64_t key = 0; key < m + 3; ++key) {
        const bool seen = random.chance(0.6);
        wide.view.at(0, 0, row, key) = seen;
        if (row < n && key < m) mask.view.at(0, 0, row, key) = seen;
      }
    heed::Request request = drawn.request();
    request.mask = mask;
    request.bias = bias;
    both(request);
    heed::Request inside = request;
    inside.mask = narrow;
    inside.bias = fenced_bias.view;
    inside.k = k.view;
    inside.v = v.view;
    same(request, inside);
  }
}

TEST_CASE("row 26: keys and queries past 65,536 are themselves and not those a 16-bit index would find") {
  for (const std::int64_t m : {65540, 131080})
    for (const std::int64_t key : {std::int64_t{65536}, std::int64_t{65537}, m - 1}) {
      INFO("key " << key << " of " << m);
      std::vector<float> scores(static_cast<std::size_t>(m)), values = scores;
      scores[static_cast<std::size_t>(key)] = 40;
      values[static_cast<std::size_t>(key)] = 1;
      const Scored scored(scores, values);
      both(scored.request(), [](const Attended& got) { CHECK(std::fabs(got.output.data[0] - 1) <= 1e-6); });
    }
  Random random(26);
  const Drawn many(random, 1, 1, 1, 65540, 2, 1, 1);
  both(many.request());
}

TEST_CASE("row 29: weights below the smallest normal number neither vanish wrongly nor blow up") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    std::vector<float> scores{0}, values{1};
    for (std::int64_t key = random.whole(1, 200); key > 0; --key) {
      scores.push_back(static_cast<float>(-random.between(87.5, 120)));
      values.push_back(1e30f);
    }
    both(Scored(scores, values).request());
  }
}

TEST_CASE("row 30: a bias far below on all keys but one leaves that key a weight of exactly 1 and its value as it is") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const std::int64_t m = random.whole(1, 300), kept = random.whole(0, m - 1);
    const Drawn drawn(random, 1, 1, 1, 3, m, 4, 5);
    Floats bias(1, 1, 1, m, random.one_of({-1e9f, -1e4f, -3e38f, kMasked}));
    bias.data[static_cast<std::size_t>(kept)] = 0;
    heed::Request request = drawn.request();
    request.bias = bias;
    both(request, [&](const Attended& got) {
      for (std::int64_t row = 0; row < 3; ++row) {
        for (std::int64_t key = 0; key < m; ++key) CHECK(got.weights.view.at(0, 0, row, key) == (key == kept ? 1 : 0));
        for (std::int64_t c = 0; c < 5; ++c) CHECK(got.output.view.at(0, 0, row, c) == drawn.v.view.at(0, 0, kept, c));
      }
    });
  }
}

TEST_CASE("row 32: slices of one fused array and transposed views give the numbers of contiguous copies") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const std::int64_t n = random.whole(1, 140), d = random.whole(1, 9);
    const Floats fused = random_floats(random, 1, 1, n, 3 * d), turned = random_floats(random, 1, 1, d, n);
    Floats q(1, 1, n, d), k(1, 1, n, d), v(1, 1, n, d), v_turned(1, 1, n, d);
    for (std::int64_t row = 0; row < n; ++row)
      for (std::int64_t c = 0; c < d; ++c) {
        q.view.at(0, 0, row, c) = fused.view.at(0, 0, row, c);
        k.view.at(0, 0, row, c) = fused.view.at(0, 0, row, d + c);
        v.view.at(0, 0, row, c) = fused.view.at(0, 0, row, 2 * d + c);
        v_turned.view.at(0, 0, row, c) = turned.view.at(0, 0, c, row);
      }
    const heed::Request copies = request(q, k, v);
    heed::Request slices = copies;
    std::int64_t first = 0;
    for (heed::ConstTensor* view : {&slices.q, &slices.k, &slices.v}) {
      *view = {fused.data.data() + first, {1, 1, n, d}, {0, 0, 3 * d, 1}};
      first += d;
    }
    same(copies, slices);
    slices.v = {turned.data.data(), {1, 1, n, d}, {0, 0, 1, n}};
    same(request(q, k, v_turned), slices);
  }
}

TEST_CASE("row 33: masks and biases broadcast from the right; heads folded into the batch are rejected by name") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const std::int64_t n = random.whole(2, 6), m = random.whole(2, 140);
    const Drawn drawn(random, 3, 2, 1, n, m, 4, 3);
    using Shape = std::array<std::int64_t, 4>;
    for (const auto& [b, h, rows, keys] : {Shape{3, 1, 1, m}, Shape{1, 1, 1, m}, Shape{1, 1, n, m}, Shape{1, 2, n, 1},
                                           Shape{3, 1, n, 1}, Shape{1, 1, 1, 1}}) {
      INFO("shape " << b << " " << h << " " << rows << " " << keys);
      Mask mask(b, h, rows, keys), whole(3, 2, n, m);
      for (std::uint8_t& seen : mask.data) seen = random.chance(0.7);
      const heed::ConstMask stretched = heed::broadcast(heed::ConstMask(mask), {3, 2, n, m});
      for (std::int64_t at = 0; at < whole.view.count(); ++at)
        whole.data[static_cast<std::size_t>(at)] = stretched.at(at / (2 * n * m), at / (n * m) % 2, at / m % n, at % m);
      heed::Request short_one = drawn.request(), long_one = drawn.request();
      short_one.mask = mask;
      long_one.mask = whole;
      both(short_one);
      same(short_one, long_one);
    }
    const Mask folded(1, 6, n, m, 1);  // [B * H, n, m]
    heed::Request wrong = drawn.request();
    wrong.mask = folded;
    std::int64_t scratch_floats = 0;
    const heed::Status status = heed::check(wrong, &scratch_floats);
    CHECK(status.rule == heed::Rule::kBroadcast);
    CHECK(status.argument == heed::Argument::kMask);
    CHECK(status.got[1] == 6);
    CHECK(status.expected[1] == 2);
  }
}
