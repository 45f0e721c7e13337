// The cases on which libraries disagree, one test each, and public bug reports restated. The steps' own tests hold the
// details; here the whole of attend is asked.
#include <cmath>

#include "reference.h"
#include "support.h"

using namespace support;
using heed::Causal;

namespace {

// One query, scores as given: q = 1, d = 1, scale 1.
struct Scores {
  Floats q, k, v;
  heed::Request request;
  Scores(std::vector<float> scores, std::vector<float> values)
      : q(matrix(1, 1, {1})),
        k(matrix(1, static_cast<std::int64_t>(scores.size()), scores)),
        v(matrix(static_cast<std::int64_t>(values.size()), 1, values)) {
    request = support::request(q, k, v, 2);
    request.k.size[2] = k.view.size[3];
    request.k.size[3] = request.k.stride[2] = 1;
    request.scale = 1;
  }
};

}  // namespace

TEST_CASE_FOR_EACH_ENGINE("default scale: 1/sqrt of the head's width, not the model's") {
  // Two heads of width 4: scores 2 each, scaled by 1/2.
  const Floats q(1, 2, 1, 4, {1, 0, 1, 0, 1, 0, 1, 0}), k(1, 2, 2, 4, {1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1});
  const Floats v(1, 2, 2, 1, {1, 0, 1, 0});
  CHECK(close(attend(request(q, k, v)).output.data, {0.7310586, 0.7310586}));
}

TEST_CASE_FOR_EACH_ENGINE("given scale: 0 makes the row uniform, a negative one turns it round") {
  Scores scores({3, 1}, {1, 0});
  scores.request.scale = 0;
  CHECK(attend(scores.request).weights.data == std::vector<float>{0.5f, 0.5f});
  scores.request.scale = -1;
  CHECK(close(attend(scores.request).weights.data, {0.1192029, 0.8807971}));
}

TEST_CASE_FOR_EACH_ENGINE("softcap: bends the scaled score, before bias and mask") {
  Scores scores({5000, 10000, -10000, 100}, {1, 2, 1000, 4});
  scores.request.softcap = 50;
  const Attended got = attend(scores.request);
  CHECK(close(got.weights.data, {0.461781359971, 0.461781359971, 0, 0.0764372800584}));
  CHECK(close(got.output.data, {1.69109320015}, 1e-6));
  const Floats bias = matrix(1, 4, {0, 0, 0, 60});
  scores.request.bias = bias;
  CHECK(attend(scores.request).weights.data[3] > 0.999f);  // a bias inside the cap could not
}

TEST_CASE_FOR_EACH_ENGINE(
    "boolean mask: true may attend; row 1 masked everywhere is 0 and counted, the others are unchanged") {
  Random random(1);
  const Floats q = random_floats(random, 1, 1, 3, 2), k = random_floats(random, 1, 1, 3, 2),
               v = random_floats(random, 1, 1, 3, 2);
  heed::Request masked = request(q, k, v);
  const std::vector<float> open = attend(masked).output.data;
  const Mask mask(1, 1, 3, 3, {1, 1, 1, 0, 0, 0, 1, 1, 1});
  masked.mask = mask;
  const Attended got = attend(masked);
  CHECK(got.output.data == std::vector<float>{open[0], open[1], 0, 0, open[4], open[5]});
  CHECK(got.log_sum_exp.data[1] == -kInfinity);
  CHECK(got.masked_rows == 1);
}

TEST_CASE_FOR_EACH_ENGINE("boolean mask: a lower triangle equals causal; its complement shows the future only") {
  Random random(2);
  const Floats q = random_floats(random, 1, 1, 3, 2), k = random_floats(random, 1, 1, 3, 2),
               v = random_floats(random, 1, 1, 3, 2);
  const Mask lower(1, 1, 3, 3, {1, 0, 0, 1, 1, 0, 1, 1, 1}), upper(1, 1, 3, 3, {0, 1, 1, 0, 0, 1, 0, 0, 0});
  heed::Request masked = request(q, k, v), causal = masked;
  causal.causal = Causal::kTopLeft;
  masked.mask = lower;
  CHECK(attend(masked).output.data == attend(causal).output.data);
  masked.mask = upper;
  const Attended future = attend(masked);
  CHECK(future.weights.data[0] == 0);
  CHECK(future.output.data[2] == v.data[4]);
  CHECK(future.masked_rows == 1);
}

TEST_CASE_FOR_EACH_ENGINE("float mask: is a bias, so 0 and 1 do not mask, and -10000 on every key is a shared shift") {
  Scores scores({1, 2}, {1, 0});
  const std::vector<float> plain = attend(scores.request).weights.data;
  const Floats zero_one = matrix(1, 2, {0, 1}), everywhere = matrix(1, 1, {-16384});
  scores.request.bias = zero_one;
  CHECK(close(attend(scores.request).weights.data, {0.1192029, 0.8807971}));
  scores.request.bias = everywhere;
  CHECK(attend(scores.request).weights.data == plain);
  CHECK(attend(scores.request).masked_rows == 0);
}

TEST_CASE_FOR_EACH_ENGINE("float mask: -1e9 on all but one key gives that key a weight of exactly 1") {
  Scores scores({-0.0293463f, 0.5f, 0.25f, 0.125f}, {7, 1, 2, 3});
  const Floats bias = matrix(1, 4, {0, -1e9f, -1e9f, -1e9f});
  scores.request.bias = bias;
  CHECK(attend(scores.request).weights.data == std::vector<float>{1, 0, 0, 0});
  CHECK(attend(scores.request).output.data == std::vector<float>{7});
}

TEST_CASE_FOR_EACH_ENGINE("float mask: -Infinity masks, NaN behind it too; +Infinity and NaN in a bias are live") {
  Scores scores({1, kNan}, {5, kNan});
  Floats bias = matrix(1, 2, {0, -kInfinity});
  scores.request.bias = bias;
  CHECK(attend(scores.request).output.data == std::vector<float>{5});
  bias.data = {0, kInfinity};
  scores.request.bias.data = bias.data.data();
  CHECK(std::isnan(attend(scores.request).output.data[0]));
}

TEST_CASE_FOR_EACH_ENGINE("mask shape: one row of keys for each batch broadcasts over heads and queries") {
  Random random(3);
  const Floats q = random_floats(random, 2, 2, 2, 2), k = random_floats(random, 2, 2, 3, 2),
               v = random_floats(random, 2, 2, 3, 2);
  const Mask mask(2, 1, 1, 3, {1, 1, 0, 0, 1, 1});
  heed::Request masked = request(q, k, v);
  masked.mask = mask;
  const Attended got = attend(masked);
  for (std::int64_t head = 0; head < 2; ++head)
    for (std::int64_t query = 0; query < 2; ++query) {
      CHECK(got.weights.view.at(0, head, query, 2) == 0);
      CHECK(got.weights.view.at(1, head, query, 0) == 0);
      CHECK(got.weights.view.at(1, head, query, 2) > 0);
    }
  CHECK(reference::worst(got.output.view, reference::attention(masked).output) <= 1);
}

TEST_CASE_FOR_EACH_ENGINE(
    "causal: one query over eight keys sees key 0 from the top-left corner and all from the bottom-right") {
  Random random(4);
  const Floats q = random_floats(random, 1, 1, 1, 2), k = random_floats(random, 1, 1, 8, 2),
               v = random_floats(random, 1, 1, 8, 1);
  heed::Request causal = request(q, k, v);
  const std::vector<float> open = attend(causal).output.data;
  causal.causal = Causal::kTopLeft;
  CHECK(attend(causal).output.data == std::vector<float>{v.data[0]});
  causal.causal = Causal::kBottomRight;
  CHECK(attend(causal).output.data == open);
}

TEST_CASE_FOR_EACH_ENGINE(
    "causal: early rows are masked everywhere under a negative offset, and under bottom-right with n > m") {
  Random random(5);
  const Floats q = random_floats(random, 1, 1, 4, 2), k = random_floats(random, 1, 1, 2, 2),
               v = random_floats(random, 1, 1, 2, 1);
  heed::Request causal = request(q, k, v);
  causal.causal = Causal::kTopLeft;
  causal.causal_offset = -3;
  CHECK(attend(causal).masked_rows == 3);
  causal.causal_offset.reset();
  causal.causal = Causal::kBottomRight;
  CHECK(attend(causal).masked_rows == 2);
}

TEST_CASE_FOR_EACH_ENGINE("causal: with a cache of length p the offset p gives the last rows of the whole") {
  Random random(6);
  const Floats q = random_floats(random, 1, 1, 6, 3), k = random_floats(random, 1, 1, 6, 3),
               v = random_floats(random, 1, 1, 6, 1);
  heed::Request whole = request(q, k, v);
  whole.causal = Causal::kTopLeft;
  heed::Request last = whole;
  last.q.size[2] = 2;
  last.q.data += 4 * 3;
  last.causal_offset = 4;
  const std::vector<float> all = attend(whole).output.data;
  CHECK(attend(last).output.data == std::vector<float>{all[4], all[5]});
}

TEST_CASE_FOR_EACH_ENGINE("mask, causal and window intersect") {
  const Floats q = matrix(3, 1, {0, 0, 0}), k = matrix(3, 1, {0, 0, 0}), v = matrix(3, 1, {1, 2, 4});
  const Mask mask(1, 1, 1, 3, {1, 0, 1});
  heed::Request all = request(q, k, v);
  all.mask = mask;
  all.causal = Causal::kTopLeft;
  all.window_left = 1;
  const Attended got = attend(all);
  CHECK(got.weights.data == std::vector<float>{1, 0, 0, 1, 0, 0, 0, 0, 1});
  CHECK(got.masked_rows == 0);
}

TEST_CASE_FOR_EACH_ENGINE("window: left 2 right 1 shows the last of six queries keys 3, 4 and 5") {
  const Floats q = matrix(6, 1, std::vector<float>(6)), v = matrix(6, 1, {1, 2, 3, 4, 5, 6});
  heed::Request windowed = request(q, q, v);
  windowed.window_left = 2;
  windowed.window_right = 1;
  CHECK(close(attend(windowed).output.data, {1.5, 2, 2.5, 3.5, 4.5, 5}, 1e-6));
}

TEST_CASE_FOR_EACH_ENGINE("key lengths: keys at or past a batch's length are masked, 0 masks its rows") {
  const Floats q(2, 1, 1, 1), k(2, 1, 3, 1), v(2, 1, 3, 1, {1, 2, kNan, 4, 5, kInfinity});
  const std::int64_t lengths[] = {2, 0};
  heed::Request padded = request(q, k, v);
  padded.key_lengths = lengths;
  padded.key_length_count = 2;
  const Attended got = attend(padded);
  CHECK(got.output.data == std::vector<float>{1.5f, 0});
  CHECK(got.masked_rows == 1);
}

TEST_CASE_FOR_EACH_ENGINE("grouped heads: heads 0 and 1 use key/value head 0, heads 2 and 3 use 1") {
  const Floats q(1, 4, 1, 2, {1, 0, 1, 0, 1, 0, 1, 0}), k(1, 2, 2, 2, {1, 0, 0, 1, 1, 0, 0, 1}),
      v(1, 2, 2, 1, {10, 10, 20, 20});
  CHECK(close(attend(request(q, k, v)).output.data, {10, 10, 20, 20}, 2e-6));
}

TEST_CASE_FOR_EACH_ENGINE("masked NaN and Infinity in k and v cannot reach the output") {
  const Floats q = matrix(2, 1, {1, 2}), k = matrix(3, 1, {1, 2, kNan}),
               v = matrix(3, 2, {1, 2, 3, 4, kInfinity, kNan});
  const Floats clean_k = matrix(3, 1, {1, 2, 0}), clean_v = matrix(3, 2, {1, 2, 3, 4, 0, 0});
  const Mask mask(1, 1, 1, 3, {1, 1, 0});
  heed::Request dirty = request(q, k, v), clean = request(q, clean_k, clean_v);
  dirty.mask = clean.mask = mask;
  CHECK(attend(dirty).output.data == attend(clean).output.data);
}

TEST_CASE_FOR_EACH_ENGINE("live NaN: in q its own row, in a key every row that sees it, in a value its own column") {
  const Floats q = matrix(2, 1, {kNan, 1}), k = matrix(2, 1, {1, 2}), v = matrix(2, 2, {1, 2, 3, 4});
  const Attended got = attend(request(q, k, v));
  CHECK((std::isnan(got.output.data[0]) && std::isnan(got.output.data[1])));
  CHECK((std::isfinite(got.output.data[2]) && std::isfinite(got.output.data[3])));
  CHECK(got.masked_rows == 0);

  const Floats good_q = matrix(2, 1, {1, 1}), bad_k = matrix(2, 1, {1, kNan}), bad_v = matrix(2, 2, {1, 2, kNan, 4});
  heed::Request causal = request(good_q, bad_k, v);
  causal.causal = Causal::kTopLeft;
  const std::vector<float> seen = attend(causal).output.data;
  CHECK(seen[0] == 1);  // query 0 does not see key 1
  CHECK((std::isnan(seen[2]) && std::isnan(seen[3])));

  const std::vector<float> blended = attend(request(good_q, k, bad_v)).output.data;
  CHECK((std::isnan(blended[0]) && std::isnan(blended[2])));
  CHECK((std::isfinite(blended[1]) && std::isfinite(blended[3])));
}

TEST_CASE_FOR_EACH_ENGINE("live Infinity in a value makes that output non-finite") {
  Scores scores({0, 0}, {kInfinity, 1});
  CHECK(!std::isfinite(attend(scores.request).output.data[0]));
}

TEST_CASE_FOR_EACH_ENGINE(
    "a score of -Infinity weighs 0, one of +Infinity makes the row NaN, rows that overflow to -Infinity count as "
    "masked") {
  CHECK(attend(Scores({-kInfinity, 3}, {1, 2}).request).weights.data == std::vector<float>{0, 1});
  CHECK(std::isnan(attend(Scores({kInfinity, 3}, {1, 2}).request).output.data[0]));
  const Scores overflow({-3e38f, -3e38f}, {1, 2});
  heed::Request request = overflow.request;
  request.scale = 1e10;
  const Attended got = attend(request);
  CHECK(got.output.data == std::vector<float>{0});
  CHECK(got.masked_rows == 1);
}

TEST_CASE_FOR_EACH_ENGINE("scores 0, 151.25, 378, 1000 give the last key everything; 3e38, 3e38, -3e38 half and half") {
  CHECK(attend(Scores({0, 151.25f, 378, 1000}, {1, 2, 3, 4}).request).weights.data == std::vector<float>{0, 0, 0, 1});
  CHECK(attend(Scores({3e38f, 3e38f, -3e38f}, {1, 3, 9}).request).output.data == std::vector<float>{2});
}

TEST_CASE_FOR_EACH_ENGINE("n = 0: an empty output") {
  const Floats q = matrix(0, 3, {}), k = matrix(2, 3, std::vector<float>(6)), v = matrix(2, 2, std::vector<float>(4));
  const Attended got = attend(request(q, k, v));
  CHECK(got.output.data.empty());
  CHECK(got.masked_rows == 0);
}

TEST_CASE_FOR_EACH_ENGINE("m = 0: zeros, every row masked") {
  const Floats q = matrix(2, 3, std::vector<float>(6)), k = matrix(0, 3, {}), v = matrix(0, 2, {});
  const Attended got = attend(request(q, k, v));
  CHECK(got.output.data == std::vector<float>{0, 0, 0, 0});
  CHECK(got.log_sum_exp.data == std::vector<float>{-kInfinity, -kInfinity});
  CHECK(got.masked_rows == 2);
}

TEST_CASE_FOR_EACH_ENGINE("d = 0: with an explicit scale the weights are uniform") {
  const Floats q = matrix(1, 0, {}), k = matrix(4, 0, {}), v = matrix(4, 1, {1, 2, 3, 6});
  heed::Request request = support::request(q, k, v);
  request.scale = 1;
  CHECK(attend(request).output.data == std::vector<float>{3});
}

TEST_CASE_FOR_EACH_ENGINE("dv = 0 and B = 0: empty results") {
  const Floats q = matrix(2, 1, {1, 2}), v = matrix(2, 0, {});
  CHECK(attend(request(q, q, v)).output.data.empty());
  const Floats none(0, 2, 3, 4);
  CHECK(attend(request(none, none, none)).output.data.empty());
}

TEST_CASE_FOR_EACH_ENGINE("the first 66 of 70 keys masked: the softmax of the last four") {
  std::vector<float> scores(70, 9), values(70, kNan);
  std::vector<std::uint8_t> allowed(70, 0);
  for (std::size_t key = 66; key < 70; ++key) {
    scores[key] = 0;
    values[key] = static_cast<float>(key);
    allowed[key] = 1;
  }
  Scores last_four(scores, values);
  const Mask mask(1, 1, 1, 70, allowed);
  last_four.request.mask = mask;
  CHECK(attend(last_four.request).output.data == std::vector<float>{67.5f});
}

TEST_CASE_FOR_EACH_ENGINE("denormal weights: score gaps of 87, 90, 104 and 200 under values of 1e30") {
  const float output =
      attend(Scores({0, -87, -90, -104, -200}, {1, 1e30f, 1e30f, 1e30f, 1e30f}).request).output.data[0];
  CHECK(output >= 1);
  CHECK(double{output} <= 1 + 2e-8);
}

TEST_CASE_FOR_EACH_ENGINE("65540 keys: only key 65537 scores 40, and its value is the output") {
  std::vector<float> scores(65540, 0), values(65540, 0);
  scores[65537] = 40;
  values[65537] = 1;
  CHECK(close(attend(Scores(scores, values).request).output.data, {1}, 1e-6));
}

TEST_CASE_FOR_EACH_ENGINE("1,048,576 keys: scores of deviation 0.01 and values of 1 give 1 within 1e-5") {
  constexpr std::size_t count = 1048576;
  std::vector<float> scores(count);
  Random random(11);
  for (float& score : scores) {  // Box and Muller
    const double radius = std::sqrt(-2 * std::log(1 - random.between(0, 1)));
    score = static_cast<float>(0.01 * radius * std::cos(random.between(0, 6.283185307179586)));
  }
  CHECK(close(attend(Scores(scores, std::vector<float>(count, 1)).request).output.data, {1}, 1e-5));
}

TEST_CASE_FOR_EACH_ENGINE("log-sum-exp: log of the sum of the exponentials of the masked scores") {
  CHECK(close(attend(Scores({1, 2, 3}, {0, 0, 0}).request).log_sum_exp.data, {3.4076059644}, 1e-6));
  CHECK(close(attend(Scores({1000, 1000}, {0, 0}).request).log_sum_exp.data, {1000.693147}, 1e-4));
}

TEST_CASE_FOR_EACH_ENGINE("inputs are never changed") {
  Random random(12);
  const Floats q = random_floats(random, 1, 1, 3, 2), k = random_floats(random, 1, 1, 3, 2),
               v = random_floats(random, 1, 1, 3, 2);
  const std::vector<float> q_before = q.data, k_before = k.data, v_before = v.data;
  attend(request(q, k, v));
  trace(request(q, k, v));
  CHECK(q.data == q_before);
  CHECK(k.data == k_before);
  CHECK(v.data == v_before);
}
