// The reference against nothing but attention itself: central differences of a loss in float64. What the engines are
// held to is thereby right by two ways.
#include <doctest/doctest.h>

#include "gradient/graded.h"

using namespace support;
using heed::Causal;

namespace {

// Multiples of 1/256, so that a step of 1/2048 to either side is exact in float.
Floats dyadic(Random& random, std::int64_t batch, std::int64_t heads, std::int64_t rows, std::int64_t columns) {
  Floats array(batch, heads, rows, columns);
  for (float& number : array.data) number = static_cast<float>(random.whole(-400, 400)) / 256;
  return array;
}

double loss(const heed::Request& request, const Floats& grad_output) {
  const reference::Numbers output = reference::attention(request).output;
  double sum = 0;
  for (std::size_t i = 0; i < output.want.size(); ++i) sum += output.want[i] * double{grad_output.data[i]};
  return sum;
}

double central_difference(const heed::Request& request, const Floats& grad_output, float& number, float step) {
  const float middle = number;
  number = middle + step;
  const double above = loss(request, grad_output);
  number = middle - step;
  const double below = loss(request, grad_output);
  number = middle;
  return (above - below) / (2 * double{step});
}

void check_differences(const heed::Request& request, const Floats& grad_output, Floats& array,
                       const reference::Numbers& got) {
  for (std::size_t i = 0; i < array.data.size(); ++i) {
    if (std::isinf(array.data[i])) continue;
    // Richardson: two steps, so that the error falls with the fourth power.
    const double wide = central_difference(request, grad_output, array.data[i], 0x1p-10f);
    const double narrow = central_difference(request, grad_output, array.data[i], 0x1p-11f);
    CHECK(std::fabs((4 * narrow - wide) / 3 - got.want[i]) <= 2e-10);
  }
}

// Two batches, four heads on two, five queries, six keys.
struct Drawn {
  Random random;
  Floats q, k, v, grad_output;
  heed::Request request;
  explicit Drawn(unsigned seed)
      : random(seed),
        q(dyadic(random, 2, 4, 5, 3)),
        k(dyadic(random, 2, 2, 6, 3)),
        v(dyadic(random, 2, 2, 6, 2)),
        grad_output(dyadic(random, 2, 4, 5, 2)),
        request(support::request(q, k, v)) {}

  void check() { check_all(nullptr); }
  void check(Floats bias) {
    request.bias = bias;
    check_all(&bias);
  }

 private:
  void check_all(Floats* bias) {
    const reference::Gradients got = reference::gradients(request, grad_output);
    check_differences(request, grad_output, q, got.grad_q);
    check_differences(request, grad_output, k, got.grad_k);
    check_differences(request, grad_output, v, got.grad_v);
    if (bias) check_differences(request, grad_output, *bias, got.grad_bias);
  }
};

}  // namespace

TEST_CASE("gradient, reference: equals central differences for shared key heads, n, m, d and dv all different") {
  Drawn(401).check();
}

TEST_CASE("gradient, reference: equals central differences under a negative scale and a softcap") {
  Drawn drawn(402);
  drawn.request.scale = -0.75;
  drawn.request.softcap = 1.5;
  drawn.check();
}

TEST_CASE(
    "gradient, reference: equals central differences for a bias of full shape, and one repeated along every axis") {
  Drawn(403).check([] {
    Random random(1);
    return dyadic(random, 2, 4, 5, 6);
  }());
  for (const std::int64_t batches : {1, 2})
    for (const std::int64_t rows : {1, 5}) {
      Drawn drawn(404);
      drawn.request.softcap = 2;
      drawn.check(dyadic(drawn.random, batches, 1, rows, 6));
      drawn.check(dyadic(drawn.random, batches, 4, rows, 1));
    }
}

TEST_CASE(
    "gradient, reference: equals central differences under masks of every kind, rows masked everywhere included") {
  Drawn corner(405);
  corner.request.causal = Causal::kTopLeft;
  corner.request.causal_offset = -2;
  corner.check();

  Drawn all(406);
  Mask mask(1, 4, 1, 6);
  for (std::uint8_t& allowed : mask.data) allowed = all.random.chance(0.7);
  const std::int64_t lengths[] = {6, 4};
  all.request.mask = mask;
  all.request.causal = Causal::kBottomRight;
  all.request.window_left = 2;
  all.request.key_lengths = lengths;
  all.request.key_length_count = 2;
  Floats bias = dyadic(all.random, 1, 1, 5, 6);
  bias.data[3] = bias.data[14] = -kInfinity;
  all.check(std::move(bias));
}
