// attend: both engines against float64 and, with threads, against themselves; requests that are wrong leave no trace.
#include "judge.h"

namespace fuzz {
namespace {

struct Attended {
  std::vector<float> output, weights, log_sum_exp;
  std::int64_t masked_rows;
};

Attended attend(Bytes& bytes, const heed::Request& request) {
  const auto& [batches, heads, n, d] = request.q.size;
  Laid<float> output = result(bytes, {batches, heads, n, request.v.size[3]});
  Laid<float> weights = result(bytes, {batches, heads, n, request.k.size[2]});
  Laid<float> log_sum_exp = result(bytes, {batches, heads, n, 1});
  std::int64_t floats = -1;
  expect(!heed::check(request, &floats), "a good request is taken");
  heed::Result to{output.view, weights.view, log_sum_exp.view};
  expect(!heed::attend(request, scratch(floats).data(), to), "a good request is answered");
  return {taken(output), taken(weights), taken(log_sum_exp), to.masked_rows};
}

void expect_right(const Attended& got, const reference::Attention& want, const std::vector<bool>& judged) {
  // Of rows of which each is judged, the smallest error bound is known: 8 epsilon.
  const double most_output = 8 * reference::kEpsilon * kLargest;
  expect_within(got.output, {want.output, judged, most_output}, "the output is that of float64");
  expect_within(got.weights, {want.weights, judged}, "the weights are those of float64");
  expect_within(got.log_sum_exp, {want.log_sum_exp, judged}, "log-sum-exp is that of float64");
  for (const bool row : judged)
    if (!row) return;
  expect(got.masked_rows == want.masked_rows, "maskedRows counts the rows whose every score is -Infinity");
}

void expect_same_with_threads(Bytes& bytes, heed::Request request, const Attended& want) {
  static const heed::Threads three(3);
  request.threads = &three;
  const Attended got = attend(bytes, request);
  const bool equal = same(got.output, want.output) && same(got.weights, want.weights) &&
                     same(got.log_sum_exp, want.log_sum_exp) && got.masked_rows == want.masked_rows;
  expect(equal, "any number of threads gives the same bits");
}

void only_check(Bytes& bytes, heed::Request request) {
  spoil(bytes, request);
  std::int64_t floats = -1;
  const heed::Status status = heed::check(request, &floats);
  expect_described(status);
  if (!status) return;
  heed::Result nowhere;
  expect(heed::attend(request, nullptr, nowhere).rule == status.rule, "attend refuses what check refuses");
}

}  // namespace
}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fuzz;
  Bytes bytes(data, size);
  const DrawnRequest drawn(bytes);
  if (bytes.one_in(6)) return only_check(bytes, drawn.request), 0;

  heed::Request request = drawn.request;
  about = &request;
  const reference::Attention want = reference::attention(request);
  const std::vector<bool> judged = rows_to_judge(request, want, drawn.specials & Bytes::kHuge);
  request.engine = heed::Engine::kSteps;
  expect_right(attend(bytes, request), want, judged);
  request.engine = heed::Engine::kFused;
  const Attended fused = attend(bytes, request);
  expect_right(fused, want, judged);
  if (bytes.one_in(4)) expect_same_with_threads(bytes, request, fused);
  return 0;
}
