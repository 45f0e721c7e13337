// Faults of numbers and masks that people met in other libraries, each as the rule that its kind breaks. The reported
// inputs are in tests/suites/bug-cases; here are seeded variations of the kind. "row": of the bug log, section A.
#include "bug_log.h"

#include <algorithm>
#include <cmath>

using namespace support;
using namespace bug_log;
using heed::Causal;

TEST_CASE("row 1: a row that is masked everywhere is 0 and leaves its neighbours alone") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const std::int64_t n = random.whole(1, 9), m = random.whole(1, 140);
    const Drawn drawn(random, 2, 2, 1, n, m, 4, 3);
    Mask seen(2, 2, n, m), hidden(2, 2, n, m);
    std::int64_t hidden_rows = 0;
    for (std::int64_t row = 0; row < 4 * n; ++row) {
      const bool hide = random.chance(0.5);
      hidden_rows += hide;
      for (std::int64_t key = 0; key < m; ++key) {
        const auto at = static_cast<std::size_t>(row * m + key);
        seen.data[at] = key == row % m || random.chance(0.6);
        hidden.data[at] = hide ? 0 : seen.data[at];
      }
    }
    heed::Request all = drawn.request(), some = drawn.request();
    all.mask = seen;
    some.mask = hidden;
    for (const heed::Engine engine : {heed::Engine::kSteps, heed::Engine::kFused}) {
      all.engine = some.engine = engine;
      const Attended whole = attend(all), got = attend(some);
      CHECK(got.masked_rows == hidden_rows);
      for (std::int64_t i = 0; i < 4 * n; ++i) {
        const auto row = static_cast<std::size_t>(i), first = row * static_cast<std::size_t>(m);
        const bool hide = std::find(&hidden.data[first], &hidden.data[first] + m, 1) == &hidden.data[first] + m;
        CHECK(got.log_sum_exp.data[row] == (hide ? kMasked : whole.log_sum_exp.data[row]));
        for (std::size_t c = 0; c < 3; ++c)
          CHECK(got.output.data[row * 3 + c] == (hide ? 0 : whole.output.data[row * 3 + c]));
        for (std::size_t key = first; key < first + static_cast<std::size_t>(m); ++key)
          CHECK(got.weights.data[key] == (hide ? 0 : whole.weights.data[key]));
      }
    }
  }
}

TEST_CASE("row 3: what a masked key and value hold never arrives, by whatever they are masked") {
  const auto poison = [](Floats& rows, std::int64_t key, Random& random) {
    for (std::int64_t c = 0; c < rows.view.size[3]; ++c)
      rows.view.at(0, 0, key, c) = random.one_of({kNan, kInfinity, -kInfinity});
  };
  for (unsigned seed = 0; seed < 20; ++seed) {
    for (const char* way : {"mask", "bias", "key length", "causal", "window"}) {
      INFO("seed " << seed << ", masked by " << way);
      Random random(seed);
      const std::int64_t n = 3, m = random.whole(4, 300), visible = random.whole(1, m - 1);
      const Drawn clean(random, 1, 1, 1, n, m, 4, 3);
      Drawn poisoned(random, 1, 1, 1, n, m, 4, 3);
      poisoned.q.data = clean.q.data;
      poisoned.k.data = clean.k.data;
      poisoned.v.data = clean.v.data;
      Mask mask(1, 1, 1, m, 1);
      Floats bias(1, 1, 1, m, 0);
      for (std::int64_t key = visible; key < m; ++key) {
        poison(poisoned.k, key, random);
        poison(poisoned.v, key, random);
        mask.data[static_cast<std::size_t>(key)] = 0;
        bias.data[static_cast<std::size_t>(key)] = kMasked;
      }
      const auto hide = [&](heed::Request request) {
        const std::string by = way;
        if (by == "mask") request.mask = mask;
        if (by == "bias") request.bias = bias;
        if (by == "causal") request.causal = Causal::kTopLeft;
        if (by == "window") request.window_right = 0;
        if (by == "causal" || by == "window") request.causal_offset = visible - n;  // the last query sees them all
        if (by == "key length") {
          request.key_lengths = &visible;
          request.key_length_count = 1;
        }
        return request;
      };
      same(hide(poisoned.request()), hide(clean.request()));
    }
  }
}

TEST_CASE("row 5: scores of any size give finite weights; a far larger one takes all, huge ties share") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const std::int64_t m = random.whole(2, 200), ties = random.one_of<std::int64_t>({1, 2, 4, 8});
    const double top = random.one_of({1e3, 1e10, 1e30, 3e38});
    std::vector<float> scores(static_cast<std::size_t>(m + ties), static_cast<float>(top)), values;
    for (std::int64_t key = 0; key < m; ++key) {  // so far below that exp is 0 in float32
      const double gap = std::max(120.0, top * random.between(1e-6, 1));
      scores[static_cast<std::size_t>(key)] = static_cast<float>(random.chance(0.3) ? -top : top - gap);
    }
    for (std::int64_t key = 0; key < m + ties; ++key)
      std::swap(scores[static_cast<std::size_t>(key)],
                scores[static_cast<std::size_t>(random.whole(key, m + ties - 1))]);
    for (const float score : scores) values.push_back(score == static_cast<float>(top) ? 1.0f : 1000.0f);
    const Scored scored(scores, values);
    both(scored.request(), [&](const Attended& got) {
      CHECK(got.output.data[0] == 1);
      for (std::size_t key = 0; key < scores.size(); ++key)
        CHECK(got.weights.data[key] == (values[key] == 1 ? 1 / static_cast<float>(ties) : 0));
    });
  }
}

TEST_CASE("row 7: any run of masked keys, before, between or behind, leaves the softmax of the rest") {
  for (const std::int64_t hidden : {1, 3, 63, 64, 65, 66, 127, 128, 129, 256, 300})
    for (const std::int64_t before : {0, 1, 5, 128}) {
      INFO(before << " keys, then " << hidden << " masked, then 4");
      Random random(static_cast<unsigned>(hidden));
      const std::int64_t m = before + hidden + 4;
      const Drawn drawn(random, 1, 1, 1, 2, m, 4, 3);
      Mask mask(1, 1, 1, m, 1);
      std::fill_n(mask.data.data() + before, hidden, std::uint8_t{0});
      heed::Request request = drawn.request();
      request.mask = mask;
      both(request);
      if (before > 0) continue;
      heed::Request rest = drawn.request();  // the same four keys alone
      for (heed::ConstTensor* view : {&rest.k, &rest.v}) view->data += hidden * view->stride[2], view->size[2] = 4;
      const reference::Attention want = reference::attention(rest);
      both(request, [&](const Attended& got) { CHECK(reference::worst(got.output.view, want.output) <= 1); });
    }
}

// Calls check(row, key, weight) for every weight of the one head.
template <class Check>
void each_weight(const Attended& got, const Check& check) {
  const heed::Tensor& weights = got.weights.view;
  for (std::int64_t row = 0; row < weights.size[2]; ++row)
    for (std::int64_t key = 0; key < weights.size[3]; ++key) check(row, key, weights.at(0, 0, row, key));
}

TEST_CASE("row 9: causal from the top-left corner and from the bottom-right, for any n and m") {
  for (const std::int64_t n : {1, 2, 5, 8, 9})
    for (const std::int64_t m : {1, 2, 5, 8, 9, 130})
      for (const Causal causal : {Causal::kTopLeft, Causal::kBottomRight}) {
        INFO(n << " queries, " << m << " keys, corner " << static_cast<int>(causal));
        Random random(static_cast<unsigned>(n * m));
        const Drawn drawn(random, 1, 1, 1, n, m, 3, 2);
        heed::Request request = drawn.request();
        request.causal = causal;
        const std::int64_t offset = causal == Causal::kTopLeft ? 0 : m - n;
        both(request, [&](const Attended& got) {
          each_weight(got, [&](std::int64_t row, std::int64_t key, float weight) {
            CHECK((weight > 0) == (key <= row + offset));
          });
        });
      }
}

TEST_CASE("row 11: true means may attend; a lower triangle is causal, an upper one shows the future only") {
  for (const std::int64_t n : {1, 2, 3, 17, 130}) {
    INFO(n << " queries and keys");
    Random random(static_cast<unsigned>(n));
    const Drawn drawn(random, 1, 2, 1, n, n, 3, 2);
    Mask lower(1, 1, n, n), upper(1, 1, n, n);
    for (std::int64_t row = 0; row < n; ++row)
      for (std::int64_t key = 0; key < n; ++key) {
        lower.view.at(0, 0, row, key) = key <= row;
        upper.view.at(0, 0, row, key) = key > row;
      }
    heed::Request masked = drawn.request(), causal = drawn.request(), future = drawn.request();
    masked.mask = lower;
    causal.causal = Causal::kTopLeft;
    future.mask = upper;
    for (const heed::Request& past : {masked, causal})
      both(past, [&](const Attended& got) {
        each_weight(got,
                    [&](std::int64_t row, std::int64_t key, float weight) { CHECK((weight > 0) == (key <= row)); });
      });
    both(future, [&](const Attended& got) {
      CHECK(got.masked_rows == 2);  // the last row of each head
      each_weight(got, [&](std::int64_t row, std::int64_t key, float weight) { CHECK((weight > 0) == (key > row)); });
    });
  }
}

TEST_CASE("row 13: the default scale knows the width of a head, never of the model") {
  for (const std::int64_t heads : {1, 2, 4, 8})
    for (const std::int64_t d : {1, 2, 3, 8}) {
      INFO(heads << " heads of width " << d);
      Random random(static_cast<unsigned>(heads * d));
      const Drawn drawn(random, 1, heads, heads, 3, 5, d, 2);
      heed::Request given = drawn.request();
      given.scale = 1 / std::sqrt(static_cast<double>(d));
      same(drawn.request(), given);
      if (heads == 1) continue;
      given.scale = 1 / std::sqrt(static_cast<double>(heads * d));
      CHECK(attend(drawn.request()).weights.data != attend(given).weights.data);
    }
}

TEST_CASE("row 15: m equal scores weigh 1/m each, and the weights sum to 1 within 1e-6") {
  for (const std::int64_t m : {1, 2, 3, 127, 128, 129, 1000, 4096, 65540})
    for (const float score : {0.0f, 50.0f, -50.0f}) {
      INFO(m << " scores of " << score);
      const auto count = static_cast<std::size_t>(m);
      const bool exact = (m & (m - 1)) == 0;  // 1/m is a float, and so is every part of the sum
      const Scored scored(std::vector<float>(count, score), std::vector<float>(count, 1));
      both(scored.request(), [&](const Attended& got) {
        double sum = 0;
        for (const float weight : got.weights.data) {
          CHECK(std::fabs(weight * static_cast<float>(m) - 1) <= (exact ? 0 : 2 * reference::kEpsilon));
          sum += weight;
        }
        CHECK(std::fabs(sum - 1) <= 1e-6);
        CHECK(std::fabs(got.output.data[0] - 1) <= 1e-6);
      });
    }
}

TEST_CASE("row 17: the weights of a query sum to 1 over the keys; those of a key over the queries need not") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const std::int64_t n = random.whole(1, 9), m = n + random.whole(1, 200);
    const Drawn drawn(random, 1, 1, 1, n, m, 4, 2);
    both(drawn.request(), [&](const Attended& got) {
      std::vector<double> row_sums(static_cast<std::size_t>(n)), key_sums(static_cast<std::size_t>(m));
      each_weight(got, [&](std::int64_t row, std::int64_t key, float weight) {
        row_sums[static_cast<std::size_t>(row)] += weight;
        key_sums[static_cast<std::size_t>(key)] += weight;
      });
      for (const double sum : row_sums) CHECK(std::fabs(sum - 1) <= 1e-6);
      CHECK(std::any_of(key_sums.begin(), key_sums.end(), [](double sum) { return std::fabs(sum - 1) > 1e-3; }));
    });
  }
}

TEST_CASE("row 19: query heads share key/value heads in runs, not in turns") {
  for (const std::int64_t kv_heads : {1, 2, 3})
    for (const std::int64_t group : {1, 2, 5}) {
      INFO(kv_heads << " key/value heads for " << group << " query heads each");
      Random random(static_cast<unsigned>(kv_heads * group));
      Drawn drawn(random, 2, kv_heads * group, kv_heads, 2, 3, 4, 1);
      for (std::int64_t batch = 0; batch < 2; ++batch)
        for (std::int64_t head = 0; head < kv_heads; ++head)
          for (std::int64_t key = 0; key < 3; ++key)
            drawn.v.view.at(batch, head, key, 0) = static_cast<float>(10 * (head + 1));
      both(drawn.request(), [&](const Attended& got) {
        for (std::int64_t batch = 0; batch < 2; ++batch)
          for (std::int64_t head = 0; head < kv_heads * group; ++head)
            CHECK(std::fabs(got.output.view.at(batch, head, 0, 0) - static_cast<float>(10 * (head / group + 1))) <=
                  1e-5);
      });
    }
}

TEST_CASE("row 21: a window counts both of its ends, left and right, at any offset") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const std::int64_t n = random.whole(1, 12), m = random.whole(1, 150), offset = random.whole(-4, m);
    const std::int64_t left = random.whole(0, 5), right = random.whole(0, 5);
    const Drawn drawn(random, 1, 1, 1, n, m, 3, 2);
    heed::Request request = drawn.request();
    request.window_left = left;
    request.window_right = right;
    request.causal_offset = offset;
    both(request, [&](const Attended& got) {
      each_weight(got, [&](std::int64_t row, std::int64_t key, float weight) {
        CHECK((weight > 0) == (key >= row + offset - left && key <= row + offset + right));
      });
    });
  }
}

TEST_CASE("row 22: a softcap bounds scores of any size, and nothing overflows on the way") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const double cap = random.one_of({0.5, 5.0, 50.0, 1000.0});
    std::vector<float> scores, values;
    for (std::int64_t key = random.whole(1, 150); key >= 0; --key) {
      scores.push_back(static_cast<float>(random.between(-1, 1) * std::pow(10, random.between(0, 38))));
      values.push_back(static_cast<float>(random.between(-1, 1)));
    }
    Scored scored(scores, values);
    heed::Request request = scored.request();
    request.softcap = cap;
    const Traced traced = trace(request);
    for (const float capped : support::values(traced[heed::Stage::kCapped])) CHECK(std::fabs(capped) <= cap);
    for (const heed::Engine engine : {heed::Engine::kSteps, heed::Engine::kFused}) {
      request.engine = engine;
      const Attended got = attend(request);
      CHECK(std::isfinite(got.output.data[0]));
      for (const float weight : got.weights.data) CHECK(std::isfinite(weight));
    }
    for (float& score : scored.k.data) score = std::clamp(score, -100.0f, 100.0f);
    both(request);
  }
}
