// trace: every stage of attend, and of words' arrows before and after it.
#include <cmath>

#include "random_request.h"
#include "reference.h"

using namespace support;
using heed::Stage;

namespace {

bool present(const Traced& traced, Stage stage) { return traced[stage].data != nullptr; }

struct RandomWords {
  RandomWords(unsigned seed, bool cross, bool with_wo)
      : random(seed),
        kv_heads(random.whole(1, 3)),
        heads(kv_heads * random.whole(1, 3)),
        x(random_floats(random, 1, 1, random.whole(1, 6), random.whole(1, 5))),
        context(random_floats(random, 1, 1, random.whole(1, 6), x.view.size[3])),
        wq(random_floats(random, 1, 1, x.view.size[3], heads * random.whole(1, 4))),
        wk(random_floats(random, 1, 1, x.view.size[3], kv_heads * (wq.view.size[3] / heads))),
        wv(random_floats(random, 1, 1, x.view.size[3], kv_heads * random.whole(1, 4))),
        wo(random_floats(random, 1, 1, heads * (wv.view.size[3] / kv_heads), random.whole(1, 5))) {
    words = {x, {}, wq, wk, wv, {}, heads, kv_heads};
    if (cross) words.context = context;
    if (with_wo) words.wo = wo;
  }
  Random random;
  std::int64_t kv_heads, heads;
  Floats x, context, wq, wk, wv, wo;
  heed::Words words;
};

// result[h][i][c] in float64, with the rule's tolerance for a sum of products.
reference::Numbers projected(const heed::ConstTensor& x, const heed::ConstTensor& w, std::int64_t heads) {
  const std::int64_t rows = x.size[2], width = w.size[3] / heads;
  reference::Numbers numbers(heads * rows * width);
  for (std::int64_t h = 0; h < heads; ++h)
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t c = 0; c < width; ++c) {
        double sum = 0, absolute = 0;
        for (std::int64_t a = 0; a < x.size[3]; ++a) {
          const double product = double{x.at(0, 0, i, a)} * double{w.at(0, 0, a, h * width + c)};
          sum += product;
          absolute += std::fabs(product);
        }
        numbers.set((h * rows + i) * width + c, sum, 4 * reference::kEpsilon * absolute);
      }
  return numbers;
}

}  // namespace

TEST_CASE("trace: the worked example, stage by stage: (2, 0) to (1, 0) to 0.731 / 0.269 to (3.655293, 0.806824, 0)") {
  const Floats q = matrix(1, 4, {1, 0, 1, 0}), k = matrix(2, 4, {1, 0, 1, 0, 0, 1, 0, 1}),
               v = matrix(2, 3, {5, 0, 0, 0, 3, 0});
  const Traced got = trace(request(q, k, v, 2));
  CHECK(values(got[Stage::kQ]) == q.data);
  CHECK(values(got[Stage::kK]) == k.data);
  CHECK(values(got[Stage::kV]) == v.data);
  CHECK(values(got[Stage::kScores]) == std::vector<float>{2, 0});
  CHECK(values(got[Stage::kScaled]) == std::vector<float>{1, 0});
  CHECK(values(got[Stage::kMasked]) == std::vector<float>{1, 0});
  CHECK(values(got[Stage::kRowMax]) == std::vector<float>{1});
  CHECK(close(values(got[Stage::kExponentials]), {1, 0.3678794}));
  CHECK(close(values(got[Stage::kRowSum]), {1.3678794}));
  CHECK(close(values(got[Stage::kWeights]), {0.7310586, 0.2689414}));
  CHECK(close(values(got[Stage::kOutput]), {3.655293, 0.806824, 0}));
  for (const Stage absent :
       {Stage::kX, Stage::kContext, Stage::kCapped, Stage::kBiased, Stage::kConcat, Stage::kProjected})
    CHECK(!present(got, absent));
}

TEST_CASE("trace: every stage of a random request agrees with float64 within its tolerance") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const RandomRequest made(seed);
    const Traced got = trace(made.request);
    const reference::Attention want = reference::attention(made.request);
    CHECK(reference::worst(got[Stage::kScores], want.scores) <= 1);
    CHECK(reference::worst(got[Stage::kScaled], want.scaled) <= 1);
    CHECK(present(got, Stage::kCapped) == (made.request.softcap != 0));
    CHECK(present(got, Stage::kBiased) == (made.request.bias.data != nullptr));
    if (present(got, Stage::kCapped)) CHECK(reference::worst(got[Stage::kCapped], want.capped) <= 1);
    if (present(got, Stage::kBiased)) CHECK(reference::worst(got[Stage::kBiased], want.biased) <= 1);
    CHECK(reference::worst(got[Stage::kMasked], want.masked) <= 1);
    CHECK(reference::worst(got[Stage::kWeights], want.weights) <= 1);
    CHECK(reference::worst(got[Stage::kOutput], want.output) <= 1);
    CHECK(got.trace.masked_rows == want.masked_rows);
  }
}

TEST_CASE("trace: has the bits of attend, and copies what it was given") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const RandomRequest made(seed);
    const Traced traced = trace(made.request);
    const Attended attended = attend(made.request);
    CHECK(values(traced[Stage::kOutput]) == attended.output.data);
    CHECK(values(traced[Stage::kWeights]) == attended.weights.data);
    CHECK(traced.trace.masked_rows == attended.masked_rows);
    CHECK(traced[Stage::kQ].at(0, 0, 0, 0) == made.request.q.at(0, 0, 0, 0));
  }
}

TEST_CASE("trace: each stage follows from the stages before it, exactly") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const RandomRequest made(seed);
    const Traced got = trace(made.request);
    const heed::Tensor &masked = got[Stage::kMasked], &row_max = got[Stage::kRowMax], &row_sum = got[Stage::kRowSum];
    const heed::Tensor &exponentials = got[Stage::kExponentials], &weights = got[Stage::kWeights];
    for (std::int64_t h = 0; h < masked.size[1]; ++h)
      for (std::int64_t i = 0; i < masked.size[2]; ++i) {
        float largest = -kInfinity;
        double sum = 0;
        for (std::int64_t j = 0; j < masked.size[3]; ++j) {
          largest = std::fmax(largest, masked.at(0, h, i, j));
          sum += exponentials.at(0, h, i, j);
        }
        REQUIRE(row_max.at(0, h, i, 0) == largest);
        REQUIRE(row_sum.at(0, h, i, 0) == static_cast<float>(sum));
        if (largest == -kInfinity) continue;
        for (std::int64_t j = 0; j < masked.size[3]; ++j)
          REQUIRE(weights.at(0, h, i, j) == exponentials.at(0, h, i, j) / row_sum.at(0, h, i, 0));
      }
  }
}

TEST_CASE("trace: from words, q = x wq, k and v from the context or from x, by head") {
  for (unsigned seed = 1; seed <= 120; ++seed) {
    const bool cross = seed % 2 == 0, with_wo = seed % 3 == 0;
    CAPTURE(seed);
    const RandomWords made(seed, cross, with_wo);
    const Traced got = trace({}, &made.words);
    const heed::ConstTensor& key_words = cross ? made.words.context : made.words.x;
    CHECK(values(got[Stage::kX]) == made.x.data);
    CHECK(present(got, Stage::kContext) == cross);
    if (cross) CHECK(values(got[Stage::kContext]) == made.context.data);
    CHECK(reference::worst(got[Stage::kQ], projected(made.words.x, made.words.wq, made.heads)) <= 1);
    CHECK(reference::worst(got[Stage::kK], projected(key_words, made.words.wk, made.kv_heads)) <= 1);
    CHECK(reference::worst(got[Stage::kV], projected(key_words, made.words.wv, made.kv_heads)) <= 1);

    heed::Request from_stages;
    from_stages.q = got[Stage::kQ];
    from_stages.k = got[Stage::kK];
    from_stages.v = got[Stage::kV];
    CHECK(reference::worst(got[Stage::kOutput], reference::attention(from_stages).output) <= 1);

    const heed::Tensor &output = got[Stage::kOutput], &concat = got[Stage::kConcat];
    REQUIRE(concat.size[3] == made.heads * output.size[3]);
    for (std::int64_t h = 0; h < made.heads; ++h)
      for (std::int64_t i = 0; i < output.size[2]; ++i)
        for (std::int64_t c = 0; c < output.size[3]; ++c)
          REQUIRE(concat.at(0, 0, i, h * output.size[3] + c) == output.at(0, h, i, c));
    CHECK(present(got, Stage::kProjected) == with_wo);
    if (with_wo) CHECK(reference::worst(got[Stage::kProjected], projected(concat, made.words.wo, 1)) <= 1);
  }
}

TEST_CASE("trace: three words, values printed by the notebook they come from") {
  // UnfoldDataScience's walk through self-attention; scale 1/sqrt(3).
  const Floats x = matrix(3, 3, {1, 0, 0.5f, 0, 1, 0.3f, 1, 1, 0.2f});
  const Floats wq = matrix(3, 3, {1, 0, 0.5f, 0, 1, 0.5f, 0, 1, 0.5f});
  const Floats wv = matrix(3, 3, {0.5f, 1, 0.2f, 1, 0.5f, 0.3f, 1, 0.5f, 0.1f});
  const heed::Words words{x, {}, wq, wq, wv, {}, 1, 1};
  const Traced got = trace({}, &words);
  CHECK(close(values(got[Stage::kQ]), {1, 0.5, 0.75, 0, 1.3, 0.65, 1, 1.2, 1.1}));
  CHECK(close(values(got[Stage::kScores]), {1.8125, 1.1375, 2.425, 1.1375, 2.1125, 2.275, 2.425, 2.275, 3.65}));
  CHECK(
      close(values(got[Stage::kWeights]),
            {0.32242711, 0.21836449, 0.4592084, 0.21348029, 0.37482567, 0.41169404, 0.25345618, 0.23242983, 0.51411399},
            1.1e-7));
  CHECK(close(values(got[Stage::kOutput]), {1.38695522618, 1.27970424228, 0.39145542673, 1.40063352823, 1.16919751307,
                                            0.39114344417, 1.42960874326, 1.29048199598, 0.40740516404}));
}

TEST_CASE("trace: stages lie one behind the other in flow order and fill the storage exactly") {
  const RandomWords made(42, true, true);
  const Traced got = trace({}, &made.words);
  const float* next = got.storage.data();
  for (const heed::Tensor& stage : got.trace.stage) {
    if (!stage.data) continue;
    CHECK(stage.data == next);
    next += stage.count();
  }
  CHECK(next == got.storage.data() + got.storage.size() - 1);
  CHECK(std::isnan(got.storage.back()));  // the one float more than asked for was left alone
}

TEST_CASE("trace: keeps what a masked position scored, and hides it from masked on") {
  const Floats q = matrix(1, 1, {1}), k = matrix(2, 1, {3, kNan}), v = matrix(2, 1, {10, kInfinity});
  const Mask mask(1, 1, 1, 2, {1, 0});
  heed::Request masked = request(q, k, v);
  masked.mask = mask;
  const Traced got = trace(masked);
  CHECK(std::isnan(values(got[Stage::kScores])[1]));
  CHECK(values(got[Stage::kMasked]) == std::vector<float>{3, -kInfinity});
  CHECK(values(got[Stage::kWeights]) == std::vector<float>{1, 0});
  CHECK(values(got[Stage::kOutput]) == std::vector<float>{10});
}

TEST_CASE("trace: without keys the row maximum is -Infinity, the row sum 0 and the output 0") {
  const Floats q = matrix(2, 1, {1, 2}), k = matrix(0, 1, {}), v = matrix(0, 2, {});
  const Traced got = trace(request(q, k, v));
  CHECK(present(got, Stage::kScores));
  CHECK(got[Stage::kScores].count() == 0);
  CHECK(values(got[Stage::kRowMax]) == std::vector<float>{-kInfinity, -kInfinity});
  CHECK(values(got[Stage::kRowSum]) == std::vector<float>{0, 0});
  CHECK(values(got[Stage::kOutput]) == std::vector<float>{0, 0, 0, 0});
  CHECK(got.trace.masked_rows == 2);
}
