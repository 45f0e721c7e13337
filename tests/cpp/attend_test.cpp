// attend by each engine, against the float64 reference and by its properties.
#include <algorithm>

#include "random_request.h"
#include "reference.h"

using namespace support;

TEST_CASE_FOR_EACH_ENGINE("attend: every random request agrees with float64 within the tolerance of each element") {
  for (unsigned seed = 1; seed <= 600; ++seed) {
    CAPTURE(seed);
    const RandomRequest made(seed);
    const Attended got = attend(made.request);
    const reference::Attention want = reference::attention(made.request);
    CHECK(reference::worst(got.output.view, want.output) <= 1);
    CHECK(reference::worst(got.weights.view, want.weights) <= 1);
    CHECK(reference::worst(got.log_sum_exp.view, want.log_sum_exp) <= 1);
    CHECK(got.masked_rows == want.masked_rows);
  }
}

TEST_CASE_FOR_EACH_ENGINE("attend: gives the same output bits whether or not the weights are asked for") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const RandomRequest made(seed);
    const heed::Request& request = made.request;
    const Attended with = attend(request);
    Floats output(request.q.size[0], request.q.size[1], request.q.size[2], request.v.size[3], kNan);
    std::int64_t scratch_floats = 0;
    REQUIRE(!heed::check(request, &scratch_floats));
    std::vector<float> scratch(static_cast<std::size_t>(scratch_floats) + 1, -77);
    heed::Result result{output.view, {}, {}};
    REQUIRE(!heed::attend(request, scratch.data(), result));
    CHECK(output.data == with.output.data);
    CHECK(result.masked_rows == with.masked_rows);
    CHECK(scratch.back() == -77);  // wrote no further than it said
  }
}

TEST_CASE_FOR_EACH_ENGINE("attend: the weights of a row sum to 1, those of a masked row to 0") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const RandomRequest made(seed);
    const Attended got = attend(made.request);
    const std::int64_t m = made.request.k.size[2];
    std::int64_t empty_rows = 0;
    for (std::size_t row = 0; row < got.log_sum_exp.data.size(); ++row) {
      double sum = 0;
      for (std::int64_t key = 0; key < m; ++key)
        sum += got.weights.data[row * static_cast<std::size_t>(m) + static_cast<std::size_t>(key)];
      if (got.log_sum_exp.data[row] == -kInfinity) {
        ++empty_rows;
        CHECK(sum == 0);
      } else {
        CHECK(sum == doctest::Approx(1).epsilon(1e-6));
      }
    }
    CHECK(empty_rows == got.masked_rows);
  }
}

TEST_CASE_FOR_EACH_ENGINE("attend: an output lies between the smallest and the largest value of its column") {
  Random random(5);
  const Floats q = random_floats(random, 1, 2, 9, 4), k = random_floats(random, 1, 2, 7, 4);
  const Floats v = random_floats(random, 1, 2, 7, 3);
  const Attended got = attend(request(q, k, v));
  for (std::int64_t head = 0; head < 2; ++head)
    for (std::int64_t column = 0; column < 3; ++column) {
      float low = kInfinity, high = -kInfinity;
      for (std::int64_t key = 0; key < 7; ++key) {
        low = std::min(low, v.view.at(0, head, key, column));
        high = std::max(high, v.view.at(0, head, key, column));
      }
      for (std::int64_t query = 0; query < 9; ++query) {
        CHECK(got.output.view.at(0, head, query, column) >= low - 1e-6f);
        CHECK(got.output.view.at(0, head, query, column) <= high + 1e-6f);
      }
    }
}

TEST_CASE_FOR_EACH_ENGINE(
    "attend: permuting the queries permutes the outputs; permuting keys and values together changes nothing") {
  Random random(6);
  Floats q = random_floats(random, 1, 1, 3, 4), k = random_floats(random, 1, 1, 3, 4),
         v = random_floats(random, 1, 1, 3, 2);
  const std::vector<float> before = attend(request(q, k, v)).output.data;
  std::rotate(q.data.begin(), q.data.begin() + 4, q.data.end());
  const std::vector<float> queries_moved = attend(request(q, k, v)).output.data;
  CHECK(queries_moved == std::vector<float>{before[2], before[3], before[4], before[5], before[0], before[1]});
  std::rotate(k.data.begin(), k.data.begin() + 4, k.data.end());
  std::rotate(v.data.begin(), v.data.begin() + 2, v.data.end());
  CHECK(close(attend(request(q, k, v)).output.data, {queries_moved.begin(), queries_moved.end()}, 1e-6));
}

TEST_CASE_FOR_EACH_ENGINE("attend: a bias that is the same for every key of a row changes nothing") {
  Random random(7);
  const Floats q = random_floats(random, 1, 1, 4, 4), k = random_floats(random, 1, 1, 5, 4),
               v = random_floats(random, 1, 1, 5, 2);
  const Floats shift(1, 1, 4, 1, {3, -2, 0.5f, -8});
  heed::Request shifted = request(q, k, v);
  shifted.bias = shift;
  const std::vector<float> plain = attend(request(q, k, v)).output.data;
  CHECK(close(attend(shifted).output.data, {plain.begin(), plain.end()}, 1e-5));
}

TEST_CASE_FOR_EACH_ENGINE(
    "attend: causal attention of a prefix is the prefix of causal attention, and its last row sees everything") {
  Random random(8);
  const Floats q = random_floats(random, 1, 1, 6, 3), k = random_floats(random, 1, 1, 6, 3),
               v = random_floats(random, 1, 1, 6, 2);
  heed::Request causal = request(q, k, v);
  causal.causal = heed::Causal::kTopLeft;
  const std::vector<float> whole = attend(causal).output.data, open = attend(request(q, k, v)).output.data;
  CHECK(std::equal(whole.begin() + 10, whole.end(), open.begin() + 10));
  CHECK(whole[0] == v.data[0]);  // one key: its value itself
  for (heed::ConstTensor* view : {&causal.q, &causal.k, &causal.v}) view->size[2] = 4;
  const std::vector<float> prefix = attend(causal).output.data;
  CHECK(std::equal(prefix.begin(), prefix.end(), whole.begin()));
}

TEST_CASE_FOR_EACH_ENGINE("attend: writes into strided outputs and nowhere else") {
  Random random(9);
  const Floats q = random_floats(random, 1, 1, 3, 4), k = random_floats(random, 1, 1, 3, 4),
               v = random_floats(random, 1, 1, 3, 2);
  const Attended want = attend(request(q, k, v));
  std::int64_t scratch_floats = 0;
  REQUIRE(!heed::check(request(q, k, v), &scratch_floats));
  std::vector<float> buffer(3 * 5, -77), scratch(static_cast<std::size_t>(scratch_floats));
  heed::Result result;
  result.output = {buffer.data() + 1, {1, 1, 3, 2}, {15, 15, 5, 2}};  // columns 1 and 3 of five
  REQUIRE(!heed::attend(request(q, k, v), scratch.data(), result));
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    const std::size_t row = i / 5, column = i % 5;
    CHECK(buffer[i] == (column == 1 ? want.output.data[row * 2] : column == 3 ? want.output.data[row * 2 + 1] : -77));
  }
}
