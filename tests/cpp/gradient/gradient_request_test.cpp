// What gradient() refuses, and how much scratch it wants.
#include <doctest/doctest.h>

#include "gradient/graded.h"

using namespace support;
using heed::Engine;

namespace {

struct Small {
  Floats q = matrix(2, 1, {1, 2}), k = matrix(3, 1, {1, 2, 3}), v = matrix(3, 4, std::vector<float>(12, 1));
  Floats output = matrix(2, 4, std::vector<float>(8)), log_sum_exp = matrix(2, 1, {1, 1}),
         wrong = matrix(3, 3, std::vector<float>(9));
  heed::Request request = support::request(q, k, v, 2);
};

std::string refused(const heed::Request& request, const heed::GradientRequest& given) {
  std::int64_t scratch_floats = -1;
  const heed::Status status = heed::check_gradient(request, given, &scratch_floats);
  CHECK(status.code == heed::ErrorCode::kShape);
  CHECK(scratch_floats == 0);
  return text(status);
}

}  // namespace

TEST_CASE("gradient: grad_output and the forward must have the output's rows") {
  const Small small;
  CHECK(refused(small.request, {small.wrong, {}, {}}) == "gradOutput: the shape must be (2, 4), got (3, 3)");
  CHECK(refused(small.request, {small.output, small.wrong, small.log_sum_exp}) ==
        "forward.output: the shape must be (2, 4), got (3, 3)");
  CHECK(refused(small.request, {small.output, small.output, small.wrong}) ==
        "forward.logSumExp: the shape must be (2, 1), got (3, 3)");
}

TEST_CASE("gradient: of the forward, output and log-sum-exp come together") {
  const Small small;
  CHECK(refused(small.request, {small.output, small.output, {}}) ==
        "forward.logSumExp: must come with forward.output, got none");
  CHECK(refused(small.request, {small.output, {}, small.log_sum_exp}) ==
        "forward.output: must come with forward.logSumExp, got none");
}

TEST_CASE("gradient: a request that attend refuses is refused with the same words") {
  Small small;
  small.request.k.size[3] = 5;
  CHECK(refused(small.request, {small.output, {}, {}}) == "k: the last dimension must equal q's (1), got 5");
}

TEST_CASE_FOR_EACH_ENGINE("gradient: each gradient has the shape of its own, and a wrong one is left alone") {
  const Small small;
  const heed::GradientRequest given{small.output, {}, {}};
  std::int64_t scratch_floats = 0;
  REQUIRE(!heed::check_gradient(small.request, given, &scratch_floats));
  std::vector<float> scratch(static_cast<std::size_t>(scratch_floats));
  const Floats q(1, 1, 2, 1, -77), k(1, 1, 3, 1, -77), v(1, 1, 3, 4, -77), other(1, 1, 2, 2, -77);
  const auto told = [&](heed::Gradient gradient) {
    return text(heed::gradient(small.request, given, scratch.data(), gradient));
  };
  CHECK(told({other.view, k.view, v.view, {}}) == "gradQ: the shape must be (2, 1), got (2, 2)");
  CHECK(told({q.view, other.view, v.view, {}}) == "gradK: the shape must be (3, 1), got (2, 2)");
  CHECK(told({q.view, k.view, other.view, {}}) == "gradV: the shape must be (3, 4), got (2, 2)");
  CHECK(told({q.view, k.view, v.view, other.view}) == "bias: must come with gradBias, got none");
  CHECK(q.data == std::vector<float>{-77, -77});
  heed::Request biased = small.request;
  biased.bias = k;
  biased.bias.size[3] = biased.bias.size[2] = 1;
  heed::Gradient gradient{q.view, k.view, v.view, other.view};
  CHECK(text(heed::gradient(biased, given, scratch.data(), gradient)) ==
        "gradBias: the shape must be (1, 1), got (2, 2)");
}

TEST_CASE("gradient: the fused engine's scratch grows with n and with the threads, never with n x m") {
  const auto scratch = [](std::int64_t n, std::int64_t m, const heed::Threads* threads) {
    static float nothing;
    heed::Request asked;
    asked.q = heed::row_major<const float>(&nothing, 1, 1, n, 16);
    asked.k = asked.v = heed::row_major<const float>(&nothing, 1, 1, m, 16);
    asked.threads = threads;
    std::int64_t floats = 0;
    REQUIRE(!heed::check_gradient(asked, {asked.q, {}, {}}, &floats));
    return floats;
  };
  CHECK(scratch(2000, 10, nullptr) - scratch(1000, 10, nullptr) == 1000 * (3 * 2 + 16));  // a state and an output
  const std::int64_t of_keys = scratch(10, 5600, nullptr) - scratch(10, 4800, nullptr);
  CHECK(of_keys >= 800 * 5 * 16);
  CHECK(of_keys <= 801 * 5 * 16);
  CHECK(scratch(16384, 16384, nullptr) <= 2 * scratch(8192, 8192, nullptr));
  const heed::Threads two(2);
  CHECK(scratch(10, 1000, &two) <= 2 * scratch(10, 1000, nullptr));
}

TEST_CASE_FOR_EACH_ENGINE("gradient: sizes past what can be addressed are a memory error") {
  if (sizeof(void*) < 8) return;  // the same sizes are refused there before any scratch is counted
  static float nothing;
  heed::Request asked = Small().request;
  const std::int64_t most = std::int64_t{1} << 60;
  asked.q = heed::row_major<const float>(&nothing, 1, 1, most, 0);
  asked.k = asked.v = heed::row_major<const float>(&nothing, 1, 1, most, 0);
  asked.scale = 1;
  std::int64_t scratch_floats = -1;
  CHECK(heed::check_gradient(asked, {asked.q, {}, {}}, &scratch_floats).code == heed::ErrorCode::kMemory);
  CHECK(scratch_floats == 0);
}
