// What the tests of the bug log share: a request through both engines, each held to float64 before anything else is
// asked of it.
#pragma once
#include "reference.h"
#include "support.h"

namespace bug_log {

constexpr float kMasked = -support::kInfinity;

// `check` is called with what each engine answered.
template <class Check>
void both(heed::Request request, const Check& check) {
  const reference::Attention want = reference::attention(request);
  for (const heed::Engine engine : {heed::Engine::kSteps, heed::Engine::kFused}) {
    INFO("engine " << (engine == heed::Engine::kSteps ? "steps" : "fused"));
    request.engine = engine;
    const support::Attended got = support::attend(request);
    CHECK(reference::worst(got.output.view, want.output) <= 1);
    CHECK(reference::worst(got.weights.view, want.weights) <= 1);
    CHECK(reference::worst(got.log_sum_exp.view, want.log_sum_exp) <= 1);
    CHECK(got.masked_rows == want.masked_rows);
    check(got);
  }
}

inline void both(const heed::Request& request) {
  both(request, [](const support::Attended&) {});
}

// Two requests that must mean the same, bit for bit, in both engines.
inline void same(heed::Request left, heed::Request right) {
  for (const heed::Engine engine : {heed::Engine::kSteps, heed::Engine::kFused}) {
    INFO("engine " << (engine == heed::Engine::kSteps ? "steps" : "fused"));
    left.engine = right.engine = engine;
    const support::Attended one = support::attend(left), other = support::attend(right);
    CHECK(one.output.data == other.output.data);
    CHECK(one.weights.data == other.weights.data);
    CHECK(one.log_sum_exp.data == other.log_sum_exp.data);
    CHECK(one.masked_rows == other.masked_rows);
  }
}

// q, k, v of one request, drawn from a seed.
struct Drawn {
  support::Floats q, k, v;
  Drawn(support::Random& random, std::int64_t batches, std::int64_t heads, std::int64_t kv_heads, std::int64_t n,
        std::int64_t m, std::int64_t d, std::int64_t dv)
      : q(support::random_floats(random, batches, heads, n, d)),
        k(support::random_floats(random, batches, kv_heads, m, d)),
        v(support::random_floats(random, batches, kv_heads, m, dv)) {}
  heed::Request request() const { return support::request(q, k, v); }
};

// One query of width 1 and scale 1, so that the keys are the scores.
struct Scored {
  support::Floats q, k, v;
  Scored(std::vector<float> scores, std::vector<float> values)
      : q(support::matrix(1, 1, {1})),
        k(support::matrix(static_cast<std::int64_t>(scores.size()), 1, scores)),
        v(support::matrix(static_cast<std::int64_t>(values.size()), 1, values)) {}
  heed::Request request() const {
    heed::Request request = support::request(q, k, v, 2);
    request.scale = 1;
    return request;
  }
};

}  // namespace bug_log
