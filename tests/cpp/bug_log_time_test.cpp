// The faults of the bug log that show in time only.
#include <algorithm>
#include <chrono>

#include "bug_log.h"

using namespace support;
using namespace bug_log;

TEST_CASE("row 29: a million weights below the smallest normal number take no more than twice the time of others") {
  const auto count = std::size_t{100'000};
  std::vector<float> far(count, -95), near(count, -5), values(count, 1);
  far[0] = near[0] = 0;
  const Scored small(far, values), ordinary(near, values);
  for (const heed::Engine engine : {heed::Engine::kSteps, heed::Engine::kFused}) {
    const auto seconds = [&](const Scored& scored) {
      heed::Request request = scored.request();
      request.engine = engine;
      request.q.size[2] = 10;  // the one query ten times
      request.q.stride[2] = 0;
      const auto start = std::chrono::steady_clock::now();
      attend(request);
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    double of_small = 1e9, of_ordinary = 1e9;  // the best of interleaved rounds: the machine does other things too
    for (int round = 0; round < 9; ++round) {
      of_ordinary = std::min(of_ordinary, seconds(ordinary));
      of_small = std::min(of_small, seconds(small));
    }
    INFO("engine " << static_cast<int>(engine) << ": " << of_small << " s against " << of_ordinary << " s");
    CHECK(of_small <= 2 * of_ordinary);
  }
}
