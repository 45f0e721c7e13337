// Embind for cpp/lab, as web/heed/core.ts says; linked together with embind.cpp into heed/lab's core. No maths.
#include <emscripten/bind.h>
#include <emscripten/wire.h>

#include "../lab/normalise.h"
#include "../lab/open_cell.h"
#include "../lab/pair.h"
#include "../lab/sample_scores.h"
#include "../lab/softmax_jacobian.h"
#include "records.h"

namespace heed::bindings {

namespace {

void open_dot(double a, double b, double count, double decimals, double products, double partial_sums) {
  lab::open_dot(pointer<double>(a), pointer<double>(b), whole(count), static_cast<int>(decimals),
                pointer<double>(products), pointer<double>(partial_sums));
}

double running_sum(double values, double count, double partial_sums) {
  return lab::running_sum(pointer<const double>(values), whole(count), pointer<double>(partial_sums));
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

double normalise(double rule, double scores, double count, double numerators, double weights) {
  return lab::normalise(static_cast<lab::Normalisation>(choice(rule)), {pointer<const float>(scores), whole(count)},
                        {pointer<float>(numerators), whole(count)}, {pointer<float>(weights), whole(count)});
}

void sample_scores(double key_width, double queries, double keys, double seed, double query, double scores) {
  lab::sample_scores({whole(key_width), whole(queries), whole(keys), static_cast<std::uint64_t>(whole(seed))},
                     pointer<double>(query), pointer<float>(scores));
}

void sample_arrows(double key_width, double keys, double seed, double row, double arrows) {
  lab::sample_arrows({whole(key_width), whole(row) + 1, whole(keys), static_cast<std::uint64_t>(whole(seed))},
                     whole(row), pointer<double>(arrows));
}

lab::ScoreSummary summarize_scores(double scores, double queries, double keys, double divisor) {
  return lab::summarize_scores(pointer<const float>(scores), whole(queries), whole(keys), divisor);
}

double score_density(double score, double key_width) { return lab::score_density(score, whole(key_width)); }

}  // namespace

// The types that Embind's own glue asks for: see libembind.cpp and embind_numbers.js.
EMSCRIPTEN_BINDINGS(numbers) {
  using namespace emscripten::internal;
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);  // brings glue that the others need and do not name
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}

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
  value_object<lab::ScoreSummary>("ScoreSummary")
      .field("mean", &lab::ScoreSummary::mean)
      .field("deviation", &lab::ScoreSummary::deviation)
      .field("inside", &lab::ScoreSummary::inside)
      .field("largestWeight", &lab::ScoreSummary::largest_weight)
      .field("slope", &lab::ScoreSummary::slope);
  function("openDot", &open_dot);
  function("runningSum", &running_sum);
  function("openPair", &open_pair);
  function("pair", &pair);
  function("softmaxJacobian", &softmax_jacobian);
  function("normalise", &normalise);
  function("sampleScores", &sample_scores);
  function("sampleArrows", &sample_arrows);
  function("summarizeScores", &summarize_scores);
  function("scoreDensity", &score_density);
}

}  // namespace heed::bindings
