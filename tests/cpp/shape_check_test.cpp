// Every rule a request can break: its code, its argument and its whole sentence.
#include "shape_check.h"

#include "support.h"

using namespace support;
using heed::Causal;
using heed::ErrorCode;

namespace {

// Sizes only: no rule reads a tensor.
heed::ConstTensor sizes(std::int64_t batch, std::int64_t heads, std::int64_t rows, std::int64_t columns) {
  static const float something = 0;
  heed::ConstTensor view;
  view.data = &something;
  view.size[0] = batch, view.size[1] = heads, view.size[2] = rows, view.size[3] = columns;
  return view;
}

heed::Request good(int rank = 4) {
  heed::Request request;
  const std::int64_t batch = rank == 4 ? 2 : 1, heads = rank == 2 ? 1 : 4;
  request.q = sizes(batch, heads, 3, 8);
  request.k = sizes(batch, heads, 5, 8);
  request.v = sizes(batch, heads, 5, 6);
  request.rank = rank;
  return request;
}

std::string refused(const heed::Request& request, ErrorCode code) {
  std::int64_t scratch_floats = -1;
  const heed::Status status = heed::check(request, &scratch_floats);
  CHECK(status.code == code);
  CHECK(scratch_floats == 0);
  return text(status);
}

std::string shape_error(const heed::Request& request) { return refused(request, ErrorCode::kShape); }
std::string option_error(const heed::Request& request) { return refused(request, ErrorCode::kOption); }

bool fine(const heed::Request& request) {
  std::int64_t scratch_floats = 0;
  return !heed::check(request, &scratch_floats);
}

// 3 words of width 4 in 4 heads over 2 key/value heads: d_k = 2, d_v = 3.
heed::Words good_words() {
  return {sizes(1, 1, 3, 4), {}, sizes(1, 1, 4, 8), sizes(1, 1, 4, 4), sizes(1, 1, 4, 6), sizes(1, 1, 12, 5), 4, 2};
}

std::string words_error(const heed::Words& words, ErrorCode code) {
  heed::Trace plan;
  std::int64_t floats = -1;
  const heed::Status status = heed::plan_trace({}, &words, plan, &floats);
  CHECK(status.code == code);
  CHECK(floats == 0);
  return text(status);
}

}  // namespace

TEST_CASE("shapes: good ones of every rank pass") {
  for (const int rank : {2, 3, 4}) CHECK(fine(good(rank)));
}

TEST_CASE("shapes: 2, 3 or 4 dimensions") {
  heed::Request request = good();
  request.rank = 5;
  CHECK(shape_error(request) == "q: must have 2, 3 or 4 dimensions, got 5");
}

TEST_CASE("shapes: no dimension is negative") {
  heed::Request request = good();
  request.v.size[3] = -1;
  CHECK(shape_error(request) == "v: every dimension must be a whole number from 0 up, got -1");
}

TEST_CASE("shapes: k has q's width") {
  heed::Request request = good(2);
  request.k.size[3] = 7;
  CHECK(shape_error(request) == "k: the last dimension must equal q's (8), got 7");
}

TEST_CASE("shapes: k and v have q's batch, which is never broadcast") {
  heed::Request request = good();
  request.k.size[0] = 1;
  CHECK(shape_error(request) == "k: the first dimension must equal q's (2), got 1");
  request = good();
  request.v.size[0] = 3;
  CHECK(shape_error(request) == "v: the first dimension must equal q's (2), got 3");
}

TEST_CASE("shapes: v has k's heads and k's keys, each named by its place among the caller's dimensions") {
  heed::Request request = good(4);
  request.v.size[1] = 2;
  CHECK(shape_error(request) == "v: the second dimension must equal k's (4), got 2");
  request = good(4);
  request.v.size[2] = 4;
  CHECK(shape_error(request) == "v: the third dimension must equal k's (5), got 4");
  request = good(3);
  request.v.size[1] = 2;
  CHECK(shape_error(request) == "v: the first dimension must equal k's (4), got 2");
  request = good(3);
  request.v.size[2] = 4;
  CHECK(shape_error(request) == "v: the second dimension must equal k's (5), got 4");
  request = good(2);
  request.v.size[2] = 4;
  CHECK(shape_error(request) == "v: the first dimension must equal k's (5), got 4");
}

TEST_CASE("shapes: the heads of k divide those of q, and there is at least one") {
  heed::Request request = good();
  request.k.size[1] = request.v.size[1] = 3;
  CHECK(shape_error(request) == "k: the number of heads must be at least 1 and divide q's (4), got 3");
  request.k.size[1] = request.v.size[1] = 0;
  CHECK(shape_error(request) == "k: the number of heads must be at least 1 and divide q's (4), got 0");
  request.k.size[1] = request.v.size[1] = 2;
  CHECK(fine(request));
}

TEST_CASE("shapes: bias and mask broadcast to the scores, else both shapes are named") {
  heed::Request request = good(3);
  request.bias = sizes(1, 4, 3, 4);
  CHECK(shape_error(request) == "bias: the shape must broadcast to the scores' (4, 3, 5), got (4, 3, 4)");
  request.bias = sizes(1, 1, 1, 5);
  CHECK(fine(request));
  const std::uint8_t allowed = 1;
  request = good(2);
  request.mask = heed::row_major(&allowed, 1, 1, 2, 5);
  CHECK(shape_error(request) == "mask: the shape must broadcast to the scores' (3, 5), got (2, 5)");
  request.mask = heed::row_major(&allowed, 1, 1, 1, 1);
  CHECK(fine(request));
}

TEST_CASE("sizes: what cannot be addressed is a memory error, and no product of sizes overflows") {
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  heed::Request request = good();
  request.q.size[2] = huge;
  request.q.size[3] = request.k.size[3] = huge;
  const std::string limit = std::to_string(heed::addressable_floats());
  CHECK(refused(request, ErrorCode::kMemory) == "q: must hold at most " + limit + " numbers, got more");
  request = good();
  request.q = sizes(1, 1, huge, 0);  // nothing to hold, yet 2^70 outputs
  request.k = sizes(1, 1, 1, 0);
  request.v = sizes(1, 1, 1, huge / 1024);
  request.scale = 1;
  CHECK(refused(request, ErrorCode::kMemory).substr(0, 3) == (sizeof(void*) == 4 ? "q: " : "out"));
}

TEST_CASE("sizes: an empty axis does not hide the others, whose product the strides would overflow on") {
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  heed::Request request = good();
  request.q = request.k = request.v = sizes(0, huge, huge, 1);
  CHECK(refused(request, ErrorCode::kMemory).substr(0, 3) == "q: ");
}

TEST_CASE("sizes: a trace needs the n x m tables, attend does not") {
  constexpr std::int64_t many = std::int64_t{1} << (sizeof(void*) == 4 ? 20 : 40);
  heed::Request request = good(2);
  request.q = sizes(1, 1, many, 1);
  request.k = request.v = sizes(1, 1, many, 1);
  CHECK(fine(request));
  heed::Trace plan;
  std::int64_t floats = -1;
  const heed::Status status = heed::plan_trace(request, nullptr, plan, &floats);
  CHECK(status.code == ErrorCode::kMemory);
  CHECK(status.argument == heed::Argument::kStage);
  CHECK(floats == 0);
}

TEST_CASE("scale: any finite number; needed when there is no width to derive it from") {
  heed::Request request = good();
  for (const double scale : {0.0, -2.0, 1e300}) {
    request.scale = scale;
    CHECK(fine(request));
  }
  request.scale = double{kInfinity};
  CHECK(option_error(request) == "scale: must be a finite number, got Infinity");
  request.scale = double{kNan};
  CHECK(option_error(request) == "scale: must be a finite number, got NaN");
  request.scale.reset();
  request.q.size[3] = request.k.size[3] = 0;
  CHECK(option_error(request) == "scale: must be given when the key width is 0, got none");
  request.scale = 1;
  CHECK(fine(request));
}

TEST_CASE("softcap: finite and not negative") {
  heed::Request request = good();
  request.softcap = -0.5;
  CHECK(option_error(request) == "softcap: must be a finite number from 0 up, got -0.5");
  request.softcap = double{kNan};
  CHECK(option_error(request) == "softcap: must be a finite number from 0 up, got NaN");
  request.softcap = double{kInfinity};
  CHECK(option_error(request) == "softcap: must be a finite number from 0 up, got Infinity");
}

TEST_CASE("causal: an unknown corner is refused") {
  heed::Request request = good();
  request.causal = static_cast<Causal>(3);
  CHECK(option_error(request) == "causal: must be 0, 1 or 2, got 3");
}

TEST_CASE("causalOffset: goes with top-left or with a window alone") {
  heed::Request request = good();
  request.causal_offset = 1;
  const std::string sentence = "causalOffset: goes with causal \"top-left\" or with a window alone, got neither";
  CHECK(option_error(request) == sentence);
  request.causal = Causal::kBottomRight;
  CHECK(option_error(request) == sentence);
  request.window_left = 1;
  CHECK(option_error(request) == sentence);
  request.causal = Causal::kNone;
  CHECK(fine(request));
  request.causal = Causal::kTopLeft;
  CHECK(fine(request));
}

TEST_CASE("window: no side is negative, -1 included") {
  heed::Request request = good();
  request.window_left = -1;
  CHECK(option_error(request) == "window: left must be a whole number from 0 up, got -1");
  request.window_left = 0;
  request.window_right = -2;
  CHECK(option_error(request) == "window: right must be a whole number from 0 up, got -2");
}

TEST_CASE("keyLengths: one a batch, each from 0 to m") {
  heed::Request request = good();
  const std::int64_t lengths[] = {0, 5, 6, -1};
  request.key_lengths = lengths;
  request.key_length_count = 3;
  CHECK(shape_error(request) == "keyLengths: must hold one length a batch (2), got 3");
  request.key_length_count = 2;
  CHECK(fine(request));
  request.key_lengths = lengths + 1;
  CHECK(option_error(request) == "keyLengths: every length must be from 0 to the number of keys (5), got 6");
  request.key_lengths = lengths + 2;
  request.key_lengths = lengths + 3;
  request.q.size[0] = request.k.size[0] = request.v.size[0] = 1;
  request.key_length_count = 1;
  CHECK(option_error(request) == "keyLengths: every length must be from 0 to the number of keys (5), got -1");
}

TEST_CASE("words: good ones pass, with and without wo and context") {
  heed::Trace plan;
  std::int64_t floats = 0;
  heed::Words words = good_words();
  CHECK(!heed::plan_trace({}, &words, plan, &floats));
  words.wo = {};
  words.context = sizes(1, 1, 7, 4);
  CHECK(!heed::plan_trace({}, &words, plan, &floats));
  CHECK(plan.stage[static_cast<int>(heed::Stage::kScores)].size[3] == 7);
}

TEST_CASE("words: heads and kvHeads are whole, at least 1, and the second divides the first") {
  heed::Words words = good_words();
  words.heads = 0;
  CHECK(words_error(words, ErrorCode::kOption) == "heads: must be a whole number from 1 up, got 0");
  words = good_words();
  words.kv_heads = -1;
  CHECK(words_error(words, ErrorCode::kOption) == "kvHeads: must be a whole number from 1 up, got -1");
  words.kv_heads = 3;
  CHECK(words_error(words, ErrorCode::kOption) == "kvHeads: must divide heads (4), got 3");
}

TEST_CASE("words: each matrix has as many rows as what it projects has columns") {
  heed::Words words = good_words();
  words.wq.size[2] = 3;
  CHECK(words_error(words, ErrorCode::kShape) == "wq: the number of rows must equal x's columns (4), got 3");
  words = good_words();
  words.wv.size[2] = 5;
  CHECK(words_error(words, ErrorCode::kShape) == "wv: the number of rows must equal x's columns (4), got 5");
  words = good_words();
  words.context = sizes(1, 1, 7, 6);
  CHECK(words_error(words, ErrorCode::kShape) == "wk: the number of rows must equal context's columns (6), got 4");
  words = good_words();
  words.wo.size[2] = 6;
  CHECK(words_error(words, ErrorCode::kShape) == "wo: the number of rows must equal heads * d_v (12), got 6");
}

TEST_CASE("words: columns divide into heads, and keys are as wide as queries") {
  heed::Words words = good_words();
  words.wq.size[3] = 7;
  CHECK(words_error(words, ErrorCode::kShape) == "wq: the number of columns must be a multiple of heads (4), got 7");
  words = good_words();
  words.wk.size[3] = 6;
  CHECK(words_error(words, ErrorCode::kShape) == "wk: the number of columns must equal kvHeads * d_k (4), got 6");
  words = good_words();
  words.wv.size[3] = 7;
  CHECK(words_error(words, ErrorCode::kShape) == "wv: the number of columns must be a multiple of kvHeads (2), got 7");
}

TEST_CASE("words: a number of heads that nothing holds is refused before it is multiplied") {
  heed::Words words = good_words();
  words.heads = std::int64_t{1} << 61;
  words.wq.size[3] = words.wk.size[3] = 0;
  words.kv_heads = 2;
  CHECK(words_error(words, ErrorCode::kMemory).substr(0, 5) == "heads");
}

TEST_CASE("words: sizes whose product nothing holds are refused before they are multiplied, though all is empty") {
  const std::int64_t huge = heed::addressable_floats();
  heed::Words words = good_words();
  words.x = sizes(1, 1, 7, 4);
  words.wv = sizes(1, 1, 4, 0);
  words.wo = sizes(1, 1, 0, huge);
  const std::string limit = std::to_string(huge);
  CHECK(words_error(words, ErrorCode::kMemory) == "stage: must hold at most " + limit + " numbers, got more");
  words = good_words();
  words.x = sizes(1, 1, huge / 4, 0);
  words.wq = sizes(1, 1, 0, huge / 4 * 4);
  words.wk = sizes(1, 1, 0, huge / 4 * 2);
  words.wv = sizes(1, 1, 0, 0);
  words.wo = {};
  CHECK(words_error(words, ErrorCode::kMemory).substr(0, 2) == "q:");
}
