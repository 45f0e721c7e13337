// gradient: both engines, with and without the forward they may be given, against float64; the fused one, with threads,
// against itself; requests that are wrong leave no trace.
#include "gradient/gradient_reference.h"
#include "judge.h"

namespace fuzz {
namespace {

struct Graded {
  std::vector<float> grad_q, grad_k, grad_v, grad_bias;
};

Graded gradient(Bytes& bytes, const heed::Request& request, const heed::GradientRequest& given) {
  Laid<float> grad_q = result(bytes, request.q.size), grad_k = result(bytes, request.k.size);
  Laid<float> grad_v = result(bytes, request.v.size), grad_bias;
  if (request.bias.data) grad_bias = result(bytes, request.bias.size);
  std::int64_t floats = -1;
  expect(!heed::check_gradient(request, given, &floats), "a good request is taken");
  heed::Gradient to{grad_q.view, grad_k.view, grad_v.view, grad_bias.view};
  expect(!heed::gradient(request, given, scratch(floats).data(), to), "a good request is answered");
  return {taken(grad_q), taken(grad_k), taken(grad_v), taken(grad_bias)};
}

// How many steps of the smallest floats may be lost of each gradient. By steps, which sum in double: one.
struct Stores {
  double grad_q = 1, grad_k = 1, grad_v = 1, grad_bias = 1;
};

// Below the smallest normal float every store loses up to half a step, and what follows multiplies that: by an input,
// by the scale, by a weight, those of one row being 1 together. (What scores lose is nothing to their exponentials.)
Stores fused_stores(const heed::Request& r, const heed::ConstTensor& grad_output) {
  const auto keys = static_cast<double>(r.k.size[2]), value_width = static_cast<double>(r.v.size[3]);
  const auto all_rows = static_cast<double>(r.q.size[0] * r.q.size[1] * r.q.size[2]);
  const auto rows = static_cast<double>(r.q.size[1] / r.k.size[1] * r.q.size[2]);  // that share a key
  const double scale = std::fabs(r.scale.value_or(1 / std::sqrt(static_cast<double>(r.q.size[3]))));
  double largest = 0;
  for (const heed::ConstTensor& input : {r.q, r.k, grad_output})
    for_each(input, [&](float number) {
      if (std::isfinite(number)) largest = std::max(largest, std::fabs(double{number}));
    });
  const double output = keys / 2 + 1;  // a product a key; their sum, when the next block comes; its quotient
  const double mean = value_width * largest * output + 0.5;  // grad_output . output
  const double by_weight = value_width / 2 + mean;           // grad_output . v, less the mean
  // Times weight, stored, times scale, stored.
  const auto by_raw = [&](double terms, double weights) {
    return terms / 2 + scale * (terms / 2 + weights * by_weight);
  };
  return {1 + keys / 2 + largest * by_raw(keys, 1), 1 + rows / 2 + largest * by_raw(rows, rows), 1 + rows / 2,
          1 + all_rows * by_weight};
}

void expect_right(const Graded& got, const reference::Gradients& want, const Stores& stores) {
  const std::vector<bool> judged{true};
  const auto within = [&](const reference::Numbers& numbers, double lost) {
    return Expected{numbers, judged, reference::kInfinity, lost};
  };
  expect_within(got.grad_q, within(want.grad_q, stores.grad_q), "the gradient of q is that of float64");
  expect_within(got.grad_k, within(want.grad_k, stores.grad_k), "the gradient of k is that of float64");
  expect_within(got.grad_v, within(want.grad_v, stores.grad_v), "the gradient of v is that of float64");
  expect_within(got.grad_bias, within(want.grad_bias, stores.grad_bias), "the gradient of bias is that of float64");
}

struct Forward {
  Laid<float> output, log_sum_exp;
};

Forward forward_of(Bytes& bytes, const heed::Request& request) {
  const auto& [batches, heads, n, d] = request.q.size;
  Forward forward{result(bytes, {batches, heads, n, request.v.size[3]}), result(bytes, {batches, heads, n, 1})};
  heed::Result to{forward.output.view, {}, forward.log_sum_exp.view};
  std::int64_t floats = -1;
  expect(!heed::check(request, &floats), "a good request is taken");
  expect(!heed::attend(request, scratch(floats).data(), to), "a good request is answered");
  return forward;
}

void only_check(Bytes& bytes, heed::Request request, heed::GradientRequest given) {
  if (bytes.one_in(2)) {
    given.grad_output.size[bytes.whole(0, 3)] = bytes.extreme();
  } else {
    spoil(bytes, request);
  }
  std::int64_t floats = -1;
  const heed::Status status = heed::check_gradient(request, given, &floats);
  expect_described(status);
  if (!status) return;
  heed::Gradient nowhere;
  expect(heed::gradient(request, given, nullptr, nowhere).rule == status.rule,
         "gradient refuses what check_gradient refuses");
}

}  // namespace
}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fuzz;
  Bytes bytes(data, size);
  const DrawnRequest drawn(bytes);
  heed::Request request = drawn.request;
  about = &request;
  const auto& [batches, heads, n, d] = request.q.size;
  const Laid<float> grad_output = numbers(bytes, {batches, heads, n, request.v.size[3]}, drawn.specials);
  heed::GradientRequest given{grad_output.view, {}, {}};
  if (bytes.one_in(6)) return only_check(bytes, request, given), 0;

  // Huge numbers may overflow in products that only one of the engines forms: then only that they do no harm.
  const bool judged = !(drawn.specials & Bytes::kHuge);
  const reference::Gradients want = reference::gradients(request, grad_output.view);
  const Stores stores = fused_stores(request, grad_output.view);
  for (const heed::Engine engine : {heed::Engine::kSteps, heed::Engine::kFused}) {
    request.engine = engine;
    const Graded got = gradient(bytes, request, given);
    if (judged) expect_right(got, want, engine == heed::Engine::kSteps ? Stores{} : stores);
  }
  const Forward forward = forward_of(bytes, request);
  if (bytes.one_in(2)) {
    given.output = forward.output.view;
    given.log_sum_exp = forward.log_sum_exp.view;
  }
  const Graded fused = gradient(bytes, request, given);
  if (judged) expect_right(fused, want, stores);
  if (bytes.one_in(4)) {
    static const heed::Threads three(3);
    request.threads = &three;
    const Graded got = gradient(bytes, request, given);
    const bool equal = same(got.grad_q, fused.grad_q) && same(got.grad_k, fused.grad_k) &&
                       same(got.grad_v, fused.grad_v) && same(got.grad_bias, fused.grad_bias);
    expect(equal, "any number of threads gives the same bits");
  }
  return 0;
}
