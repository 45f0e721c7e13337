// Embind for cpp/lab, as web/heed/core.ts says; linked together with embind.cpp into heed/lab's core. No maths.
#include <emscripten/bind.h>

#include "../lab/open_cell.h"
#include "../lab/pair.h"
#include "../lab/softmax_jacobian.h"
#include "records.h"

namespace heed::bindings {

namespace {

void open_dot(double a, double b, double count, double decimals, double products, double partial_sums) {
  lab::open_dot(pointer<double>(a), pointer<double>(b), whole(count), static_cast<int>(decimals),
                pointer<double>(products), pointer<double>(partial_sums));
}

lab::OpenedPair open_pair(double operation, double left, double right) {
  return lab::open_pair(static_cast<lab::Operation>(choice(operation)), left, right);
}

lab::Pair pair(double q, double k, double count) {
  return lab::pair(pointer<const double>(q), pointer<const double>(k), whole(count));
}

void softmax_jacobian(double weights, double count, double jacobian) {
  lab::softmax_jacobian(pointer<const double>(weights), whole(count), pointer<float>(jacobian));
}

}  // namespace

EMSCRIPTEN_BINDINGS(heed_lab) {
  using namespace emscripten;
  value_object<lab::OpenedPair>("OpenedPair")
      .field("product", &lab::OpenedPair::product)
      .field("result", &lab::OpenedPair::result);
  value_object<lab::Pair>("Pair")
      .field("dot", &lab::Pair::dot)
      .field("normQ", &lab::Pair::norm_q)
      .field("normK", &lab::Pair::norm_k)
      .field("cosine", &lab::Pair::cosine)
      .field("angle", &lab::Pair::angle)
      .field("shadow", &lab::Pair::shadow);
  function("openDot", &open_dot);
  function("openPair", &open_pair);
  function("pair", &pair);
  function("softmaxJacobian", &softmax_jacobian);
}

}  // namespace heed::bindings
