// trace: from q, k and v and from words; every stage against float64 of the stage before, the output bit by bit against
// attend's; requests that are wrong leave no trace.
#include "judge.h"

namespace fuzz {
namespace {

using heed::Stage;

struct Traced {
  std::vector<float> storage;
  heed::Trace trace;
  const heed::Tensor& operator[](Stage stage) const { return trace.stage[static_cast<int>(stage)]; }
};

Traced trace(const heed::Request& request, const heed::Words* words) {
  Traced traced;
  std::int64_t floats = -1;
  expect(!heed::plan_trace(request, words, traced.trace, &floats), "a good request is taken");
  traced.storage = scratch(floats);
  expect(!heed::trace(request, words, traced.storage.data(), traced.trace), "a good request is answered");
  std::int64_t held = 0;
  for (const heed::Tensor& stage : traced.trace.stage) held += stage.stride[3] == 0 ? 0 : stage.count();
  expect(held == floats, "the stages fill the storage");
  return traced;
}

// ---- words --------------------------------------------------------------------------------------------------------

// Arrows and matrices of the sizes that make the drawn q, k and v.
struct DrawnWords {
  DrawnWords(Bytes& bytes, const DrawnRequest& drawn) {
    const heed::Request& request = drawn.request;
    const std::int64_t n = request.q.size[2], m = request.k.size[2], dv = request.v.size[3];
    const std::int64_t width = bytes.whole(0, 6), context_width = bytes.whole(0, 6);
    const bool cross = n != m || bytes.one_in(2);
    const std::int64_t key_rows = cross ? context_width : width;
    words.heads = request.q.size[1];
    words.kv_heads = request.k.size[1];
    words.x = draw(bytes, n, width, drawn.specials);
    if (cross) words.context = draw(bytes, m, context_width, drawn.specials);
    words.wq = draw(bytes, width, words.heads * request.q.size[3], drawn.specials);
    words.wk = draw(bytes, key_rows, words.kv_heads * request.q.size[3], drawn.specials);
    words.wv = draw(bytes, key_rows, words.kv_heads * dv, drawn.specials);
    if (bytes.one_in(2)) words.wo = draw(bytes, words.heads * dv, bytes.whole(0, 5), drawn.specials);
  }

  heed::Words words;

 private:
  heed::ConstTensor draw(Bytes& bytes, std::int64_t rows, std::int64_t columns, unsigned specials) {
    laid_.push_back(numbers(bytes, {1, 1, rows, columns}, specials));
    return laid_.back().view;
  }
  std::vector<Laid<float>> laid_;
};

// project in float64, head by head as `got` has them.
void expect_projected(const heed::ConstTensor& x, const heed::ConstTensor& matrix, const heed::Tensor& got) {
  reference::Numbers want(got.count());
  std::int64_t index = 0;
  for (std::int64_t head = 0; head < got.size[1]; ++head)
    for (std::int64_t row = 0; row < got.size[2]; ++row)
      for (std::int64_t column = 0; column < got.size[3]; ++column) {
        double sum = 0, size = 0;
        for (std::int64_t a = 0; a < x.size[3]; ++a) {
          const double product = double{x.at(0, 0, row, a)} * double{matrix.at(0, 0, a, head * got.size[3] + column)};
          sum += product;
          size += std::fabs(product);
        }
        want.set(index++, sum, 4 * reference::kEpsilon * size);
      }
  expect_within(values(got), {want, {true}, 4 * reference::kEpsilon * kLargest}, "a projection is that of float64");
}

void expect_projections(const heed::Words& words, const Traced& got) {
  const heed::ConstTensor& key_words = words.context.data ? words.context : words.x;
  expect(same(values(got[Stage::kX]), values(words.x)), "x is copied");
  expect_projected(words.x, words.wq, got[Stage::kQ]);
  expect_projected(key_words, words.wk, got[Stage::kK]);
  expect_projected(key_words, words.wv, got[Stage::kV]);
  const heed::Tensor& output = got[Stage::kOutput];
  heed::ConstTensor by_word = got[Stage::kConcat];  // the same numbers seen head by head
  by_word.size[1] = output.size[1];
  by_word.size[3] = output.size[3];
  by_word.stride[1] = output.size[3];
  expect(same(values(by_word), values(output)), "concat holds the heads side by side");
  if (words.wo.data) expect_projected(got[Stage::kConcat], words.wo, got[Stage::kProjected]);
}

// ---- stages -------------------------------------------------------------------------------------------------------

void expect_stages(const heed::Request& request, const Traced& got, bool huge) {
  const reference::Attention want = reference::attention(request);
  const std::vector<bool> rows = rows_to_judge(request, want, huge), pairs = pairs_to_judge(want, huge);
  expect_within(values(got[Stage::kScores]), {want.scores, pairs}, "scores are those of float64");
  // A score below the smallest normal float is stored to the nearest step, and the scale multiplies what that lost.
  const double stores = 1 + std::fabs(request.scale.value_or(1 / std::sqrt(static_cast<double>(request.q.size[3]))));
  const auto follows_scale = [&](const reference::Numbers& stage) {
    return Expected{stage, pairs, reference::kInfinity, stores};
  };
  expect_within(values(got[Stage::kScaled]), follows_scale(want.scaled), "scaled scores are those of float64");
  expect_within(values(got[Stage::kMasked]), follows_scale(want.masked), "masked scores are those of float64");
  if (request.softcap != 0)
    expect_within(values(got[Stage::kCapped]), follows_scale(want.capped), "capped scores are those of float64");
  if (request.bias.data)
    expect_within(values(got[Stage::kBiased]), follows_scale(want.biased), "biased scores are those of float64");
  expect_within(values(got[Stage::kWeights]), {want.weights, rows}, "the weights are those of float64");
  const double most = 8 * reference::kEpsilon * kLargest;
  expect_within(values(got[Stage::kOutput]), {want.output, rows, most}, "the output is that of float64");
}

void expect_attends(heed::Request request, const Traced& got) {
  request.engine = heed::Engine::kSteps;
  std::int64_t floats = -1;
  expect(!heed::check(request, &floats), "what trace takes, attend takes");
  const auto& [batches, heads, n, width] = got[Stage::kOutput].size;
  std::vector<float> output = scratch(got[Stage::kOutput].count());
  heed::Result to{heed::row_major(output.data(), batches, heads, n, width), {}, {}};
  expect(!heed::attend(request, scratch(floats).data(), to), "what trace answers, attend answers");
  expect(same(output, values(got[Stage::kOutput])), "trace and attend by steps give the same bits");
  expect(to.masked_rows == got.trace.masked_rows, "trace and attend count the same masked rows");
}

void only_plan(Bytes& bytes, heed::Request request, heed::Words words) {
  heed::ConstTensor* const views[] = {&words.x, &words.context, &words.wq, &words.wk, &words.wv, &words.wo};
  const std::int64_t which = bytes.whole(0, 8), extreme = bytes.extreme();
  if (which < 6) views[which]->size[bytes.whole(2, 3)] = extreme;
  if (which == 6) words.heads = extreme;
  if (which == 7) words.kv_heads = extreme;
  if (which == 8) spoil(bytes, request);
  Traced nothing;
  std::int64_t floats = -1;
  const heed::Status status = heed::plan_trace(request, &words, nothing.trace, &floats);
  expect_described(status);
  if (status)
    expect(heed::trace(request, &words, nullptr, nothing.trace).rule == status.rule,
           "trace refuses what plan_trace refuses");
}

}  // namespace
}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fuzz;
  Bytes bytes(data, size);
  const DrawnRequest drawn(bytes);
  const bool huge = drawn.specials & Bytes::kHuge;
  heed::Request request = drawn.request;
  about = &request;
  if (bytes.one_in(2) && request.q.size[0] == 1 && request.q.size[1] > 0) {
    const DrawnWords words(bytes, drawn);
    if (bytes.one_in(6)) return only_plan(bytes, request, words.words), 0;
    const Traced got = trace(request, &words.words);
    request.q = got[Stage::kQ];
    request.k = got[Stage::kK];
    request.v = got[Stage::kV];
    expect_projections(words.words, got);
    expect_stages(request, got, huge || drawn.specials != 0);
    expect_attends(request, got);
    return 0;
  }
  const Traced got = trace(request, nullptr);
  expect(same(values(got[Stage::kQ]), values(request.q)), "q is copied");
  expect(same(values(got[Stage::kK]), values(request.k)), "k is copied");
  expect(same(values(got[Stage::kV]), values(request.v)), "v is copied");
  expect_stages(request, got, huge);
  expect_attends(request, got);
  return 0;
}
