// mask: what a query may see. visible_keys gives first and last (exclusive) of what causal, window and lengths leave.
#include "steps/mask.h"

#include "support.h"

using namespace support;
using heed::Causal;

namespace {

// n queries, m keys, sizes only.
heed::Request sizes(std::int64_t n, std::int64_t m) {
  heed::Request request;
  request.q = heed::row_major<const float>(nullptr, 1, 1, n, 1);
  request.k = heed::row_major<const float>(nullptr, 1, 1, m, 1);
  return request;
}

// "1100" = the first two of four keys.
std::string seen(const heed::Request& request, std::int64_t query) {
  const heed::steps::KeyRange range = heed::steps::visible_keys(request, 0, query);
  std::string keys;
  for (std::int64_t key = 0; key < request.k.size[2]; ++key) keys += key >= range.first && key < range.last ? '1' : '0';
  return keys;
}

}  // namespace

TEST_CASE("mask: without options every key is seen") { CHECK(seen(sizes(2, 4), 1) == "1111"); }

TEST_CASE("mask: top-left lets query i see keys 0..i") {
  heed::Request request = sizes(2, 4);
  request.causal = Causal::kTopLeft;
  CHECK(seen(request, 0) == "1000");
  CHECK(seen(request, 1) == "1100");
}

TEST_CASE("mask: bottom-right lets the last query see every key") {
  heed::Request request = sizes(2, 4);
  request.causal = Causal::kBottomRight;
  CHECK(seen(request, 0) == "1110");
  CHECK(seen(request, 1) == "1111");
}

TEST_CASE("mask: bottom-right with more queries than keys leaves the early rows nothing") {
  heed::Request request = sizes(4, 2);
  request.causal = Causal::kBottomRight;
  CHECK(seen(request, 0) == "00");
  CHECK(seen(request, 1) == "00");
  CHECK(seen(request, 2) == "10");
  CHECK(seen(request, 3) == "11");
}

TEST_CASE("mask: an offset is the length of the cache before the first query, and may be negative") {
  heed::Request request = sizes(2, 4);
  request.causal = Causal::kTopLeft;
  request.causal_offset = 2;
  CHECK(seen(request, 0) == "1110");
  request.causal_offset = -1;
  CHECK(seen(request, 0) == "0000");
  CHECK(seen(request, 1) == "1000");
}

TEST_CASE("mask: a window is inclusive on both sides and works without causal") {
  heed::Request request = sizes(6, 6);
  request.window_left = 2;
  request.window_right = 1;
  CHECK(seen(request, 0) == "110000");
  CHECK(seen(request, 3) == "011110");
  CHECK(seen(request, 5) == "000111");
}

TEST_CASE("mask: an absent side of the window is unlimited, and the window moves with the offset") {
  heed::Request request = sizes(4, 4);
  request.window_left = 0;
  CHECK(seen(request, 2) == "0011");
  request.causal_offset = 1;
  CHECK(seen(request, 2) == "0001");
}

TEST_CASE("mask: window and causal intersect") {
  heed::Request request = sizes(4, 4);
  request.causal = Causal::kTopLeft;
  request.window_left = 1;
  request.window_right = 3;
  CHECK(seen(request, 2) == "0110");
}

TEST_CASE("mask: keys at or past the key length are hidden, and bottom-right counts from that length") {
  heed::Request request = sizes(2, 5);
  const std::int64_t length = 3;
  request.key_lengths = &length;
  CHECK(seen(request, 0) == "11100");
  request.causal = Causal::kBottomRight;
  CHECK(seen(request, 0) == "11000");
  CHECK(seen(request, 1) == "11100");
}

TEST_CASE("mask: the largest and smallest offsets and windows do not wrap around") {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  heed::Request request = sizes(2, 3);
  request.causal = Causal::kTopLeft;
  request.causal_offset = largest;
  CHECK(seen(request, 1) == "111");
  request.causal_offset = -largest;
  CHECK(seen(request, 1) == "000");
  request.causal_offset = 0;
  request.window_left = largest;
  request.window_right = largest;
  CHECK(seen(request, 1) == "110");
}

TEST_CASE("mask: true may attend; a hidden key scores -Infinity whatever it scored, the others keep their bits") {
  std::vector<float> scores{1, kNan, kInfinity, kNan};
  const std::vector<std::uint8_t> allowed{1, 0, 0, 1};
  heed::steps::mask(row(scores), {allowed.data(), 4, 1}, {0, 3}, row(scores));
  CHECK(scores == std::vector<float>{1, -kInfinity, -kInfinity, -kInfinity});
}
