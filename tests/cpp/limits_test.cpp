// The edges: very wide and very many keys, any integer as offset and window. Sizes that no memory holds are in
// shape_check_test.cpp.
#include "bug_log.h"

using namespace support;

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
