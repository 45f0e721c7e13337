// What every answer is held to: float64 within the tolerance of each element, non-finite where float64 is, nothing
// written outside of a result. A broken rule ends the program, and libFuzzer keeps the input.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "drawn.h"
#include "reference.h"

namespace fuzz {

// The request that answers are about, for whoever reads of a broken rule.
inline const heed::Request* about = nullptr;

inline void print(const heed::Request& r) {
  const auto whole = [](std::int64_t number) { return static_cast<long long>(number); };
  const auto shape = [&](const char* name, const auto& view) {
    const auto& [batch, heads, rows, columns] = view.size;
    if (view.data)
      std::fprintf(stderr, "%s %lld x %lld x %lld x %lld, ", name, whole(batch), whole(heads), whole(rows),
                   whole(columns));
  };
  shape("q", r.q), shape("k", r.k), shape("v", r.v), shape("bias", r.bias), shape("mask", r.mask);
  std::fprintf(stderr, "scale %g, softcap %g, causal %d, offset %lld, left %lld, right %lld, lengths %s, engine %d\n",
               r.scale.value_or(-1), r.softcap, static_cast<int>(r.causal), whole(r.causal_offset.value_or(-1)),
               whole(r.window_left.value_or(-1)), whole(r.window_right.value_or(-1)), r.key_lengths ? "given" : "none",
               static_cast<int>(r.engine));
}

inline void expect(bool holds, const char* rule) {
  if (holds) return;
  std::fprintf(stderr, "\nBroken: %s.\n", rule);
  if (about) print(*about);
  std::abort();
}

// ---- results ------------------------------------------------------------------------------------------------------

constexpr float kUnwritten = -7.25e11f;

inline Laid<float> result(Bytes& bytes, const Sizes& size) {
  return lay_out<float>(bytes, size, Use::kOutput, kUnwritten);
}

// The numbers of a result in row-major order.
inline std::vector<float> taken(Laid<float>& laid) {
  std::vector<float> all;
  for_each(laid.view, [&](float& number) { all.push_back(std::exchange(number, laid.filler)); });
  for (const float number : laid.memory) expect(number == laid.filler, "nothing is written outside of a result");
  return all;
}

inline std::vector<float> values(const heed::ConstTensor& view) {
  std::vector<float> all;
  for_each(view, [&](float number) { all.push_back(number); });
  return all;
}

// Of float64 all NaN are one: which NaN an engine gives is not promised.
inline bool same(float left, double right) { return left == right || (std::isnan(left) && std::isnan(right)); }

inline bool same(const std::vector<float>& left, const std::vector<float>& right) {
  return left.size() == right.size() && std::equal(left.begin(), left.end(), right.begin(), [](float one, float other) {
           return same(one, double{other}) && std::signbit(one) == std::signbit(other);
         });
}

// Memory of exactly the size that was asked for, with nothing in it to rely on.
inline std::vector<float> scratch(std::int64_t floats) {
  return std::vector<float>(static_cast<std::size_t>(floats), std::numeric_limits<float>::quiet_NaN());
}

// ---- against float64 ----------------------------------------------------------------------------------------------

constexpr double kLargest = 1e35;  // sums of some hundred such numbers are still floats

// Huge numbers may overflow float32 on the way, or lie so close to each other for their size that rounding decides
// between them. Rows that are free of that have to be right; of the others only that they do no harm.
inline std::vector<bool> rows_to_judge(const heed::Request& request, const reference::Attention& want, bool huge) {
  const auto rows = want.row_error.size(), keys = static_cast<std::size_t>(request.k.size[2]);
  std::vector<bool> judged(rows, true);
  for (std::size_t at = 0; huge && at < rows * keys; ++at) {
    const bool seen = want.masked.want[at] != -reference::kInfinity;
    const bool fits =
        want.scores.tolerance[at] <= 4 * reference::kEpsilon * kLargest && want.biased.tolerance[at] <= 0.5;
    if (seen && !fits) judged[at / keys] = false;
  }
  return judged;
}

// As above for stages, which have a number for each pair: element by element, masked keys too.
inline std::vector<bool> pairs_to_judge(const reference::Attention& want, bool huge) {
  std::vector<bool> judged(want.scores.want.size(), true);
  for (std::size_t at = 0; huge && at < judged.size(); ++at)
    judged[at] = std::max(want.scores.tolerance[at], want.biased.tolerance[at]) <= 4 * reference::kEpsilon * kLargest;
  return judged;
}

struct Expected {
  const reference::Numbers& numbers;
  const std::vector<bool>& judged;     // for each element, or for each row, or for all
  double most = reference::kInfinity;  // tolerances above belong to numbers that overflow
  double stores = 1;                   // how many steps of the smallest floats storing may lose, those before included
};

inline void expect_within(const std::vector<float>& got, const Expected& expected, const char* rule) {
  const auto& [want, tolerance] = expected.numbers;
  expect(got.size() == want.size(), rule);
  for (std::size_t at = 0; at < got.size(); ++at) {
    if (!expected.judged[at * expected.judged.size() / got.size()] || tolerance[at] > expected.most) continue;
    if (std::isnan(tolerance[at])) continue;  // 0 times Infinity, as behind a softcap: no bound
    const bool near = std::fabs(got[at] - want[at]) <= tolerance[at] + expected.stores * 0x1p-149;
    const bool both_not_finite = !std::isfinite(want[at]) && !std::isfinite(got[at]);
    if (near || both_not_finite || same(got[at], want[at])) continue;
    std::fprintf(stderr, "\nelement %zu of %zu: wanted %.9g within %.3g, got %.9g", at, got.size(), want[at],
                 tolerance[at], double{got[at]});
    expect(false, rule);
  }
}

// ---- errors -------------------------------------------------------------------------------------------------------

inline void expect_described(const heed::Status& status) {
  char whole[512], part[16];
  const std::size_t length = heed::describe(status, whole, sizeof whole);
  expect(length < sizeof whole && length == std::strlen(whole), "a sentence has the length that describe() says");
  expect(bool{status} == (length > 0), "every error has a sentence");
  expect(heed::describe(status, part, sizeof part) == length, "the length does not depend on the room");
  expect(std::strncmp(whole, part, sizeof part - 1) == 0, "a sentence that does not fit is cut");
  expect(heed::argument_name(status.argument) != nullptr, "every argument has a name");
}

}  // namespace fuzz
