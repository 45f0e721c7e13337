// The edges: very wide and very many keys, any integer as offset and window, and no allocation whatever is asked. Sizes
// that no memory holds are in shape_check_test.cpp.
#include <atomic>
#include <cstdlib>
#include <new>

#include "bug_log.h"
#include "gradient/graded.h"
#include "random_request.h"

using namespace support;

namespace {

std::atomic<std::int64_t> allocations{0};

}  // namespace

// The whole program's. new[] comes here too, and what the standard library needs.
void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("limits: keys and values 8192 wide") {
  Random random(81);
  const bug_log::Drawn drawn(random, 1, 2, 1, 2, 64, 8192, 8192);
  bug_log::both(drawn.request());
}

TEST_CASE_FOR_EACH_ENGINE("limits: 1,048,576 keys, 64 wide: the last one weighs as much as all others together") {
  constexpr std::int64_t keys = 1 << 20, width = 64;
  Floats q(1, 1, 1, width), k(1, 1, keys, width, 1.0f);
  q.data[0] = 1;
  for (std::int64_t key = 0; key < keys; ++key) k.view.at(0, 0, key, 0) = 0;
  for (std::int64_t column = 1; column < width; ++column)
    k.view.at(0, 0, keys - 1, column) = static_cast<float>(column);  // against 1 in the others
  const auto last = static_cast<float>(std::log(keys - 1.0));
  k.view.at(0, 0, keys - 1, 0) = last;
  heed::Request asked = request(q, k, k, 2);
  asked.scale = 1;

  std::int64_t scratch_floats = 0;
  REQUIRE(!heed::check(asked, &scratch_floats));
  std::vector<float> scratch(static_cast<std::size_t>(scratch_floats));
  Floats output(1, 1, 1, width);
  heed::Result result{output.view, {}, {}};
  REQUIRE(!heed::attend(asked, scratch.data(), result));

  // semantics: 4 epsilon (2 + S + sqrt(m) / 64) times the mean of |v|, which is the output itself here.
  const double error = 4 * 0x1p-23 * (2 + double{last} + 16);
  for (std::int64_t column = 0; column < width; ++column) {
    const double want = column == 0 ? last / 2.0 : (1 + static_cast<double>(column)) / 2;
    INFO("column " << column);
    CHECK(std::fabs(output.view.at(0, 0, 0, column) - want) <= error * want);
  }
}

TEST_CASE_FOR_EACH_ENGINE("limits: offset and window may be any integer, also where their sum passes 64 bits") {
  using Limits = std::numeric_limits<std::int64_t>;
  Random random(82);
  const bug_log::Drawn drawn(random, 1, 1, 1, 4, 6, 2, 2);
  for (const std::int64_t offset :
       {Limits::max(), Limits::max() - 3, std::int64_t{0}, Limits::min() + 3, Limits::min()})
    for (const std::int64_t side : {Limits::max(), Limits::max() - 2, std::int64_t{1}})
      for (const heed::Causal causal : {heed::Causal::kNone, heed::Causal::kTopLeft}) {
        INFO("offset " << offset << ", window " << side);
        heed::Request asked = drawn.request();
        asked.causal = causal;
        asked.causal_offset = offset;
        asked.window_left = side;
        bug_log::both(asked);
        asked.window_right = side;
        bug_log::both(asked);
      }
}

TEST_CASE("limits: attend, gradient and trace allocate nothing, with threads and without") {
  const heed::Threads two(2);
  for (unsigned seed = 1; seed <= 8; ++seed) {
    INFO("seed " << seed);
    const RandomRequest drawn(9000 + seed);
    heed::Request asked = drawn.request;
    Attended attended = attend(asked);
    Floats grad_output = floats_like(attended.output.view);
    for (float& number : grad_output.data) number = 1;
    Graded graded = gradient(asked, grad_output);
    Traced traced = trace(asked);
    for (const heed::Engine engine : {heed::Engine::kSteps, heed::Engine::kFused})
      for (const heed::Threads* threads : {static_cast<const heed::Threads*>(nullptr), &two}) {
        asked.engine = engine;
        asked.threads = threads;
        const heed::GradientRequest given{grad_output, {}, {}};
        std::int64_t attend_floats = 0, gradient_floats = 0, trace_floats = 0;
        REQUIRE(!heed::check(asked, &attend_floats));
        REQUIRE(!heed::check_gradient(asked, given, &gradient_floats));
        std::vector<float> scratch(static_cast<std::size_t>(std::max(attend_floats, gradient_floats)));
        heed::Result result{attended.output.view, attended.weights.view, attended.log_sum_exp.view};
        heed::Gradient gradient{graded.grad_q.view, graded.grad_k.view, graded.grad_v.view, graded.grad_bias.view};
        if (!asked.bias.data) gradient.grad_bias.data = nullptr;

        const std::int64_t before = allocations;
        bool good = true;
        for (int call = 0; call < 10; ++call) {
          good &= !heed::attend(asked, scratch.data(), result);
          good &= !heed::gradient(asked, given, scratch.data(), gradient);
          good &= !heed::plan_trace(asked, nullptr, traced.trace, &trace_floats);
          good &= !heed::trace(asked, nullptr, traced.storage.data(), traced.trace);
        }
        const std::int64_t after = allocations;  // before CHECK, which allocates
        CHECK(good);
        CHECK(after == before);
      }
  }
}
