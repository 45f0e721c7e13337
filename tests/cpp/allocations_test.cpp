// How often the core allocates: never, whatever is asked.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "gradient/graded.h"
#include "random_request.h"

using namespace support;

namespace {

std::atomic<std::int64_t> allocations{0};

}  // namespace

// The whole program's. new[] comes here too, and what the standard library needs. Never inlined: g++ would see free()
// on what new gave and take it for a mistake.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("allocations: attend, gradient and trace make none, with threads and without") {
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
