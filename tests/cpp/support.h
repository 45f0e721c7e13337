// What the tests of the core share: numbers from a seed, a request that owns its arrays, and calls that own their
// buffers. Leaves out every expected value.
#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "heed.h"

namespace support {

// The engine that the requests made here ask for: the steps, but in a case that runs for each engine.
inline heed::Engine engine = heed::Engine::kSteps;

inline void for_each_engine(void (*body)()) {
  for (const heed::Engine each : {heed::Engine::kFused, heed::Engine::kSteps}) {
    INFO("engine " << (each == heed::Engine::kSteps ? "steps" : "fused"));
    engine = each;
    body();
  }
}

// TEST_CASE, run once for each engine.
#define TEST_CASE_FOR_EACH_ENGINE(name) TEST_CASE_WITH_BODY(name, DOCTEST_ANONYMOUS(body_))
#define TEST_CASE_WITH_BODY(name, body)               \
  static void body();                                 \
  TEST_CASE(name) { support::for_each_engine(body); } \
  static void body()

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Numbers from a seed; the same on every platform, which the standard's distributions are not.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low, double high) { return low + (high - low) * (static_cast<double>(engine_()) * 0x1p-32); }
  std::int64_t whole(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  template <class Choice>
  Choice one_of(std::initializer_list<Choice> choices) {
    return choices.begin()[whole(0, static_cast<std::int64_t>(choices.size()) - 1)];
  }
  bool chance(double probability) { return between(0, 1) < probability; }

 private:
  std::mt19937 engine_;
};

// A row-major array with its view. Never null, so that an empty one is not taken for an absent one.
template <class Element>
struct Array {
  std::vector<Element> data;
  heed::View<Element> view;

  Array(std::int64_t batch, std::int64_t heads, std::int64_t rows, std::int64_t columns, std::vector<Element> values)
      : data(std::move(values)) {
    data.reserve(1);
    view = heed::row_major(data.data(), batch, heads, rows, columns);
    REQUIRE(static_cast<std::int64_t>(data.size()) == view.count());
  }
  Array(std::int64_t batch, std::int64_t heads, std::int64_t rows, std::int64_t columns, Element value = {})
      : Array(batch, heads, rows, columns,
              std::vector<Element>(static_cast<std::size_t>(batch * heads * rows * columns), value)) {}
  Array(const Array&) = delete;
  Array(Array&&) = default;
  operator heed::View<const Element>() const { return view; }
};
using Floats = Array<float>;
using Mask = Array<std::uint8_t>;

inline Floats matrix(std::int64_t rows, std::int64_t columns, std::vector<float> values) {
  return Floats(1, 1, rows, columns, std::move(values));
}

inline Floats random_floats(Random& random, std::int64_t batch, std::int64_t heads, std::int64_t rows,
                            std::int64_t columns, double spread = 2) {
  Floats array(batch, heads, rows, columns);
  for (float& number : array.data) number = static_cast<float>(random.between(-spread, spread));
  return array;
}

inline heed::Request request(const Floats& q, const Floats& k, const Floats& v, int rank = 4) {
  heed::Request request;
  request.q = q;
  request.k = k;
  request.v = v;
  request.rank = rank;
  request.engine = engine;
  return request;
}

struct Attended {
  Floats output, weights, log_sum_exp;
  std::int64_t masked_rows;
};

// attend() with every result asked for; the request must be a good one.
inline Attended attend(const heed::Request& request) {
  const std::int64_t batches = request.q.size[0], heads = request.q.size[1], rows = request.q.size[2];
  Attended attended{Floats(batches, heads, rows, request.v.size[3], kNan),
                    Floats(batches, heads, rows, request.k.size[2], kNan), Floats(batches, heads, rows, 1, kNan), -1};
  std::int64_t scratch_floats = 0;
  REQUIRE(!heed::check(request, &scratch_floats));
  std::vector<float> scratch(static_cast<std::size_t>(scratch_floats), kNan);
  heed::Result result{attended.output.view, attended.weights.view, attended.log_sum_exp.view};
  REQUIRE(!heed::attend(request, scratch.data(), result));
  attended.masked_rows = result.masked_rows;
  return attended;
}

struct Traced {
  std::vector<float> storage;
  heed::Trace trace;
  const heed::Tensor& operator[](heed::Stage stage) const { return trace.stage[static_cast<int>(stage)]; }
};

inline Traced trace(const heed::Request& request, const heed::Words* words = nullptr) {
  Traced traced;
  std::int64_t floats = 0;
  REQUIRE(!heed::plan_trace(request, words, traced.trace, &floats));
  traced.storage.assign(static_cast<std::size_t>(floats) + 1, kNan);
  REQUIRE(!heed::trace(request, words, traced.storage.data(), traced.trace));
  return traced;
}

inline std::vector<float> values(const heed::Tensor& view) {
  std::vector<float> all;
  for (std::int64_t b = 0; b < view.size[0]; ++b)
    for (std::int64_t h = 0; h < view.size[1]; ++h)
      for (std::int64_t i = 0; i < view.size[2]; ++i)
        for (std::int64_t c = 0; c < view.size[3]; ++c) all.push_back(view.at(b, h, i, c));
  return all;
}

// Close to six printed digits of a small number: for values from paper.
inline bool close(const std::vector<float>& got, const std::vector<double>& want, double tolerance = 5e-7) {
  if (got.size() != want.size()) return false;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!(std::fabs(got[i] - want[i]) <= tolerance)) return false;
  return true;
}

// "k: the last dimension must equal q's (4), got 3"
inline std::string text(const heed::Status& status) {
  char buffer[512];
  heed::describe(status, buffer, sizeof buffer);
  return std::string(heed::argument_name(status.argument)) + ": " + buffer;
}

inline heed::FloatRow row(std::vector<float>& numbers) {
  return {numbers.data(), static_cast<std::int64_t>(numbers.size()), 1};
}

}  // namespace support
