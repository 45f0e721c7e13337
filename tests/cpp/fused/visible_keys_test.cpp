// The range of keys that causal, window and key lengths leave, against each rule taken by itself.
#include "fused/visible_keys.h"

#include <algorithm>

#include "random_request.h"
#include "reference.h"

using heed::fused::KeyRange;
using heed::fused::visible_keys;
using namespace support;

TEST_CASE("visible keys: the range holds just the keys that every rule lets pass") {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    RandomRequest made(seed);
    heed::Request& request = made.request;
    request.mask = {};
    request.bias = {};
    for (std::int64_t batch = 0; batch < request.q.size[0]; ++batch)
      for (std::int64_t query = 0; query < request.q.size[2]; ++query) {
        const KeyRange range = visible_keys(request, batch, query);
        std::int64_t wrong = 0;
        for (std::int64_t key = 0; key < request.k.size[2]; ++key)
          wrong += (key >= range.first && key < range.end) != reference::visible(request, {batch, 0, query, key});
        CHECK(wrong == 0);
        CHECK(range.first >= 0);
        CHECK(range.end <= request.k.size[2]);
      }
  }
}

TEST_CASE("visible keys: offsets and windows as large as int64 do not overflow") {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const Floats x = matrix(4, 1, std::vector<float>(4));
  heed::Request request = support::request(x, x, x);
  const auto count = [&](std::int64_t query) {
    const KeyRange range = visible_keys(request, 0, query);
    return std::max<std::int64_t>(0, range.end - range.first);
  };
  request.window_left = request.window_right = largest;
  CHECK(count(3) == 4);
  request.causal_offset = largest;
  CHECK(count(0) == 4);
  request.causal_offset = -largest;
  CHECK(count(3) == 4);
  request.window_right = 0;
  CHECK(count(3) == 0);
  request.window_right.reset();
  request.causal_offset = largest;
  request.window_left = 0;
  CHECK(count(0) == 0);
}
