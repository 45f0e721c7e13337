// An attention case through one engine: as it is laid out, packed into fused rows where it can be, and from its words
// where the file has them; held to float64 and to the file.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "attention_case.h"
#include "run_case.h"
#include "support.h"

namespace suites {

namespace {

using heed::ConstTensor;
using heed::Stage;
using heed::Tensor;
using support::Floats;

// The file's numbers head by head, as every view counts them; they differ in rank 3 only.
std::vector<double> in_head_order(const NamedTensor& file, std::int64_t heads) {
  if (file.shape.size() != 3) return file.data;
  const heed::View<const double> view = by_head(file.data.data(), file.shape, heads);
  std::vector<double> numbers;
  for (std::int64_t batch = 0; batch < view.size[0]; ++batch)
    for (std::int64_t head = 0; head < view.size[1]; ++head)
      for (std::int64_t row = 0; row < view.size[2]; ++row)
        for (std::int64_t column = 0; column < view.size[3]; ++column)
          numbers.push_back(view.at(batch, head, row, column));
  return numbers;
}

struct Answer {
  std::vector<float> output_numbers;
  Floats weights, log_sum_exp;
  heed::Result result;
};

// The output goes where a caller of this rank has it: B x n x (Hq dv) is written by strides.
Answer attend(const heed::Request& request, bool rank3) {
  const std::int64_t batches = request.q.size[0], heads = request.q.size[1], rows = request.q.size[2];
  const std::int64_t width = request.v.size[3];
  Answer answer{std::vector<float>(static_cast<std::size_t>(batches * heads * rows * width) + 1, support::kNan),
                Floats(batches, heads, rows, request.k.size[2], support::kNan),
                Floats(batches, heads, rows, 1, support::kNan),
                {}};
  const std::vector<std::int64_t> shape =
      rank3 ? std::vector{batches, rows, heads * width} : std::vector{batches, heads, rows, width};
  answer.result = {by_head(answer.output_numbers.data(), shape, heads), answer.weights.view, answer.log_sum_exp.view};
  std::int64_t scratch_floats = 0;
  REQUIRE_MESSAGE(!heed::check(request, &scratch_floats), support::text(heed::check(request, &scratch_floats)));
  std::vector<float> scratch(static_cast<std::size_t>(scratch_floats) + 1, support::kNan);
  REQUIRE(!heed::attend(request, scratch.data(), answer.result));
  return answer;
}

Answer hold_to_float64(const heed::Request& request, bool rank3, const reference::Attention& want, const char* layout,
                       Findings& findings) {
  Answer got = attend(request, rank3);
  findings.exact(std::string("output") + layout, got.result.output, want.output);
  findings.exact(std::string("weights") + layout, got.result.weights, want.weights);
  findings.exact(std::string("log-sum-exp") + layout, got.result.log_sum_exp, want.log_sum_exp);
  findings.that(got.result.masked_rows == want.masked_rows, "another count of masked rows" + std::string(layout));
  return got;
}

Floats row_sums(const Tensor& weights) {
  Floats sums(weights.size[0], weights.size[1], weights.size[2], 1);
  for (std::int64_t batch = 0; batch < weights.size[0]; ++batch)
    for (std::int64_t head = 0; head < weights.size[1]; ++head)
      for (std::int64_t row = 0; row < weights.size[2]; ++row) {
        double sum = 0;
        for (std::int64_t key = 0; key < weights.size[3]; ++key) sum += weights.at(batch, head, row, key);
        sums.view.at(batch, head, row, 0) = static_cast<float>(sum);
      }
  return sums;
}

// What the caller put together and the engine may not have changed: equal, not close.
void compare_present(const NamedTensor& file, const ConstTensor& present, Findings& findings) {
  NamedTensor exactly = file;
  exactly.tolerance = 0;
  Floats copy(present.size[0], present.size[1], present.size[2], present.size[3]);
  for (std::int64_t batch = 0; batch < present.size[0]; ++batch)
    for (std::int64_t head = 0; head < present.size[1]; ++head)
      for (std::int64_t row = 0; row < present.size[2]; ++row)
        for (std::int64_t column = 0; column < present.size[3]; ++column)
          copy.view.at(batch, head, row, column) = present.at(batch, head, row, column);
  findings.answer(exactly, in_head_order(file, present.size[1]), copy.view, reference::Numbers(copy.view.count()));
}

bool holds_nan(const reference::Numbers& numbers) {
  return std::any_of(numbers.want.begin(), numbers.want.end(), [](double number) { return std::isnan(number); });
}

void compare_stages(const Case& one, const heed::Request& request, const reference::Attention& want,
                    Findings& findings) {
  const support::Traced trace = support::trace(request);
  const std::array<std::pair<Stage, const reference::Numbers*>, 6> stages{{{Stage::kScores, &want.scores},
                                                                           {Stage::kScaled, &want.scaled},
                                                                           {Stage::kCapped, &want.capped},
                                                                           {Stage::kMasked, &want.masked},
                                                                           {Stage::kWeights, &want.weights},
                                                                           {Stage::kOutput, &want.output}}};
  for (const auto& [stage, rule] : stages) {
    if (!trace[stage].data || holds_nan(*rule)) continue;  // NaN of a key that is masked later
    findings.exact(std::string("trace, ") + heed::stage_name(stage), trace[stage], *rule);
    for (const NamedTensor& file : one.expected)
      if (file.name == heed::stage_name(stage))
        findings.answer(file, in_head_order(file, request.q.size[1]), trace[stage], *rule);
  }
}

// ---- words ----------------------------------------------------------------------------------------------------------

// The arrows and matrices of a case. Where the peer adds a bias to the packed projection, a column of ones in x and a
// row of biases in the matrix do the same.
struct WordsCase {
  std::vector<float> x, wq, wk, wv, wo;
  heed::Words words;
};

ConstTensor matrix(std::vector<float>& storage, const NamedTensor& tensor) {
  storage = floats(tensor.data);
  return heed::row_major<const float>(storage.data(), 1, 1, tensor.shape[0], tensor.shape[1]);
}

WordsCase plain_words(const Case& one) {
  WordsCase made;
  made.words.x = matrix(made.x, *one.input("x"));
  made.words.wq = matrix(made.wq, *one.input("wq"));
  made.words.wk = matrix(made.wk, *one.input("wk"));
  made.words.wv = matrix(made.wv, *one.input("wv"));
  if (const NamedTensor* wo = one.input("wo")) made.words.wo = matrix(made.wo, *wo);
  made.words.heads = made.words.kv_heads = static_cast<std::int64_t>(one.option("heads").value_or(1));
  return made;
}

WordsCase packed_words(const Case& one, std::int64_t batch) {
  const NamedTensor &x = *one.input("x"), &weights = *one.input("wqkv"), &biases = *one.input("bqkv");
  const std::int64_t rows = x.shape[1], width = x.shape[2], columns = weights.shape[1], third = columns / 3;
  WordsCase made;
  for (std::int64_t row = 0; row < rows; ++row) {
    const double* first = x.data.data() + (batch * rows + row) * width;
    made.x.insert(made.x.end(), first, first + width);
    made.x.push_back(1);
  }
  made.wq = floats(weights.data);
  made.wq.insert(made.wq.end(), biases.data.begin(), biases.data.end());
  made.words.x = heed::row_major<const float>(made.x.data(), 1, 1, rows, width + 1);
  const auto slice = [&](std::int64_t index) {
    return ConstTensor{made.wq.data() + index * third, {1, 1, width + 1, third}, {0, 0, columns, 1}};
  };
  made.words.wq = slice(0);
  made.words.wk = slice(1);
  made.words.wv = slice(2);
  made.words.heads = made.words.kv_heads = static_cast<std::int64_t>(one.option("heads").value_or(1));
  return made;
}

// x w, head by head, in float64.
reference::Numbers projected(const ConstTensor& x, const ConstTensor& w, std::int64_t heads) {
  const std::int64_t rows = x.size[2], width = w.size[3] / heads;
  reference::Numbers result(rows * w.size[3]);
  for (std::int64_t head = 0; head < heads; ++head)
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t column = 0; column < width; ++column) {
        double sum = 0, absolute = 0;
        for (std::int64_t i = 0; i < x.size[3]; ++i) {
          const double product = double{x.at(0, 0, row, i)} * double{w.at(0, 0, i, head * width + column)};
          sum += product;
          absolute += std::fabs(product);
        }
        result.set((head * rows + row) * width + column, sum, 4 * reference::kEpsilon * absolute);
      }
  return result;
}

// The trace's last stage with the book's bias on it. What the concatenated output may be off is passed on through wo.
void compare_projected(const Case& one, const heed::Words& words, const support::Traced& trace,
                       const reference::Attention& want, Findings& findings) {
  const NamedTensor& bias = *one.input("bo");
  const Tensor& got = trace[Stage::kProjected];
  const std::int64_t rows = got.size[2], width = trace[Stage::kOutput].size[3];
  reference::Numbers rule(got.count());
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < got.size[3]; ++column) {
      const double constant = bias.data[static_cast<std::size_t>(column)];
      double sum = constant, allowed = 4 * reference::kEpsilon * std::fabs(constant);
      for (std::int64_t i = 0; i < words.wo.size[2]; ++i) {
        const auto at = static_cast<std::size_t>((i / width * rows + row) * width + i % width);
        const double factor = words.wo.at(0, 0, i, column), output = want.output.want[at];
        sum += output * factor;
        allowed += std::fabs(factor) * (want.output.tolerance[at] + 4 * reference::kEpsilon * std::fabs(output));
      }
      rule.set(row * got.size[3] + column, sum, allowed);
      got.at(0, 0, row, column) += static_cast<float>(constant);
    }
  findings.exact("projected", got, rule);
  for (const NamedTensor& file : one.expected)
    if (file.name == "projected") findings.answer(file, file.data, got, rule);
}

// The numbers of one batch of a file's tensor B x H x n x d.
std::vector<double> of_batch(const NamedTensor& file, std::int64_t batch) {
  const std::int64_t count = static_cast<std::int64_t>(file.data.size()) / file.shape[0];
  return {file.data.data() + batch * count, file.data.data() + (batch + 1) * count};
}

// From words' arrows: q, k and v by project, and then the same attention as from the file's own q, k and v.
void run_words(const Case& one, const heed::Request& given, Findings& findings) {
  for (std::int64_t batch = 0; batch < given.q.size[0]; ++batch) {
    WordsCase made = one.input("wqkv") ? packed_words(one, batch) : plain_words(one);
    const heed::Words& words = made.words;
    const support::Traced trace = support::trace(given, &words);
    const std::array<std::pair<Stage, const ConstTensor*>, 3> projections{
        {{Stage::kQ, &words.wq}, {Stage::kK, &words.wk}, {Stage::kV, &words.wv}}};
    for (const auto& [stage, w] : projections) {
      const reference::Numbers want = projected(words.x, *w, words.heads);
      findings.exact(std::string("project, ") + heed::stage_name(stage), trace[stage], want);
      findings.answer(*one.input(heed::stage_name(stage)), of_batch(*one.input(heed::stage_name(stage)), batch),
                      trace[stage], want);
    }
    heed::Request request = given;
    request.q = trace[Stage::kQ];
    request.k = trace[Stage::kK];
    request.v = trace[Stage::kV];
    const reference::Attention want = reference::attention(request);
    const Answer got = hold_to_float64(request, false, want, " from words", findings);
    for (const NamedTensor& file : one.expected)
      if (file.name == "output" && file.shape.size() == 4)
        findings.answer(file, of_batch(file, batch), got.result.output, want.output);
    if (given.engine == heed::Engine::kSteps && words.wo.data) compare_projected(one, words, trace, want, findings);
  }
}

}  // namespace

void run_attention(const Case& one, heed::Engine engine, const heed::Threads* threads, Findings& findings) {
  AttentionCase given = attention_case(one);
  given.request.engine = engine;
  given.request.threads = threads;
  const heed::Request& request = given.request;
  const bool rank3 = one.input("q")->shape.size() == 3;
  const reference::Attention want = reference::attention(request);
  const Answer got = hold_to_float64(request, rank3, want, "", findings);
  const Floats sums = row_sums(got.result.weights);
  for (const NamedTensor& file : one.expected) {
    if (file.name == "output")
      findings.answer(file, in_head_order(file, request.q.size[1]), got.result.output, want.output);
    if (file.name == "weights") findings.answer(file, file.data, got.result.weights, want.weights);
    if (file.name == "row_sum") findings.answer(file, file.data, sums.view, reference::Numbers(sums.view.count()));
    if (file.name == "present_key") compare_present(file, request.k, findings);
    if (file.name == "present_value") compare_present(file, request.v, findings);
  }
  if (request.q.size[2] == request.k.size[2]) {
    const AttentionCase fused_rows = packed(given);
    hold_to_float64(fused_rows.request, rank3, want, " from packed rows", findings);
  }
  if (one.input("x")) run_words(one, request, findings);
  if (engine == heed::Engine::kSteps) compare_stages(one, request, want, findings);
}

}  // namespace suites
