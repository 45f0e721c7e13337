// Heed's public contract. Attention in the order of its steps, each named the same everywhere:
// project -> score -> scale -> softcap -> bias -> mask -> softmax -> blend.
// No function throws, allocates or keeps a pointer; every buffer belongs to the caller and must outlive the call.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "views.h"

namespace heed {

// ---- errors -------------------------------------------------------------------------------------------------------

// kShape: sizes that do not fit each other; kOption: the value of an option; kMemory: more numbers than this build can
// address. A call that returns an error has written to no output.
enum class ErrorCode : int { kNone = 0, kShape = 1, kOption = 2, kMemory = 3 };

// The part of a request that an error is about. web/heed/core.ts lists the same names in the same order; a test
// compares the two through argument_name.
enum class Argument : int {
  kNone,
  kQ,
  kK,
  kV,
  kScale,
  kSoftcap,
  kBias,
  kMask,
  kCausal,
  kCausalOffset,
  kWindow,
  kKeyLengths,
  kEngine,
  kX,
  kContext,
  kWq,
  kWk,
  kWv,
  kWo,
  kHeads,
  kKvHeads,
  kWeights,
  kLogSumExp,
  kOut,
  kGradOutput,
  kForwardOutput,
  kForwardLogSumExp,
  kGradQ,
  kGradK,
  kGradV,
  kGradBias,
  kStage,
  kIndex,
};
constexpr int kArgumentCount = 33;

// The name that the package's users know: "causalOffset". Static text; "" for kNone, null past the last.
const char* argument_name(Argument argument);

// The rules a request can break; describe() holds the sentence of each.
enum class Rule : int {
  kNone,
  kRank,
  kNegativeSize,
  kAxis,         // one axis must be as long as the same axis of another argument
  kHeadsDivide,  // grouped query attention
  kBroadcast,    // bias and mask against the scores
  kExactShape,   // output buffers, and what an earlier call gave
  kTogether,     // with `other`, or neither of them
  kFinite,
  kFiniteNotNegative,
  kScaleNeeded,  // 1/sqrt(0)
  kUnknownChoice,
  kOffsetAlone,  // causalOffset with bottom-right, or with nothing that it could shift
  kWindowSide,
  kKeyLengthCount,
  kKeyLengthRange,
  kAtLeastOne,
  kKvHeadsDivide,
  kRows,             // a projection's rows against the columns of what it projects
  kColumnsMultiple,  // a projection's columns against the number of heads
  kColumns,
  kTooLarge,
  kOutOfMemory,  // for callers that allocate
};

// What went wrong. Sizes are those of the axes that the caller named (see Request::rank).
struct Status {
  ErrorCode code = ErrorCode::kNone;
  Argument argument = Argument::kNone;
  Rule rule = Rule::kNone;
  Argument other = Argument::kNone;  // the argument that `argument` disagrees with
  int axis = 0;                      // 0 batch, 1 head, 2 row, 3 column; kWindowSide: 0 left, 1 right
  int rank = 4;
  std::int64_t expected[4] = {0, 0, 0, 0};                             // one number, or a shape
  std::int64_t got[4] = {0, 0, 0, 0};                                  // likewise
  double got_number = 0;                                               // an option's value
  explicit operator bool() const { return code != ErrorCode::kNone; }  // true: something is wrong
};

// Writes "the last dimension must equal q's (64), got 32" as NUL-terminated text (no argument name in front).
// Returns the length that the whole text needs, NUL not counted; never writes past `capacity`.
std::size_t describe(const Status& status, char* text, std::size_t capacity);

// ---- threads ------------------------------------------------------------------------------------------------------

namespace fused {
class Pool;
}

constexpr int kMaxThreads = 64;

// For hosts where a thread can be ended from outside, as a page can end a worker. `stalled` is called by a call that
// waits in vain: for `patience` milliseconds, and for ten times what a range of rows took the caller, none of the
// threads that it waits for came back. It may return; then the call waits on. Without it a call waits as long as its
// threads take.
struct Watch {
  void (*stalled)() = nullptr;
  double patience = 5000;
};

// Threads that wait for the rows of a request. They belong to whoever made them, may serve many requests, and must
// outlive each. Making them allocates; a call that uses them does not.
class Threads {
 public:
  // `total` counts the thread that calls attend, which works too: 1 ... kMaxThreads, more is taken for kMaxThreads.
  explicit Threads(int total, Watch watch = {});
  ~Threads();  // waits until they have ended
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // How many there are: fewer than asked for where the system gives no more, 1 in a build without threads.
  int count() const;

  fused::Pool* pool() const { return pool_; }  // for the engines

 private:
  fused::Pool* const pool_;
};

// ---- attend -------------------------------------------------------------------------------------------------------

enum class Engine : int { kDefault = 0, kFused = 1, kSteps = 2 };
enum class Causal : int { kNone = 0, kTopLeft = 1, kBottomRight = 2 };

// B batch, Hq query heads, Hk key/value heads, n queries, m keys, d key width, dv value width.
// Query head h uses key/value head floor(h / (Hq / Hk)). Any strides are allowed.
struct Request {
  ConstTensor q;                  // B x Hq x n x d
  ConstTensor k;                  // B x Hk x m x d
  ConstTensor v;                  // B x Hk x m x dv
  int rank = 4;                   // 2, 3 or 4: how many of the axes the caller named; only error texts depend on it
  std::optional<double> scale;    // multiplies q.k; 1/sqrt(d) when absent
  double softcap = 0;             // c * tanh(s / c); 0 = off
  ConstTensor bias;               // added to the score; data == nullptr = none; every size 1 or that of B x Hq x n x m
  ConstMask mask;                 // 1 = may attend; sizes as bias
  Causal causal = Causal::kNone;  // top-left: query i sees keys 0..i+offset; bottom-right: 0..i+L-n, L = key length
  std::optional<std::int64_t> causal_offset;
  std::optional<std::int64_t> window_left, window_right;  // inclusive, around key i + offset
  const std::int64_t* key_lengths = nullptr;              // one for each batch, 0..m; nullptr = none
  std::int64_t key_length_count = 0;
  Engine engine = Engine::kDefault;  // attend and gradient: fused; a trace always comes from the steps
  const Threads* threads = nullptr;  // of the fused engine; any number of them gives the same bits
};

// The caller sets sizes, strides and pointers; attend() fills what they point to. No output may overlap an input.
struct Result {
  Tensor output;                 // B x Hq x n x dv
  Tensor weights;                // B x Hq x n x m, or data == nullptr
  Tensor log_sum_exp;            // B x Hq x n x 1, or data == nullptr
  std::int64_t masked_rows = 0;  // over B*Hq*n: rows whose every score is -Infinity
};

// Sizes and options only, no tensor is read. Also says how many floats of scratch attend() wants: for this request with
// these threads and this engine. Scratch may lie at any float, starts with anything and keeps nothing for the next
// call.
Status check(const Request& request, std::int64_t* scratch_floats);

// output = softmax(mask(bias(softcap(scale * q k^T)))) v, row by row. Scaled dot-product attention: Vaswani et al.,
// "Attention Is All You Need", 2017, eq. 1. A fully masked row gives output 0, weights 0, log-sum-exp -Infinity.
Status attend(const Request& request, float* scratch, Result& result);

// ---- gradient -----------------------------------------------------------------------------------------------------

struct GradientRequest {
  ConstTensor grad_output;  // B x Hq x n x dv: the loss by each number of the output
  // What attend() gave for the same request, both or neither (data == nullptr). They save the fused engine one pass
  // over the scores; the steps engine goes through all steps anyway, and only checks their shapes.
  ConstTensor output;       // B x Hq x n x dv
  ConstTensor log_sum_exp;  // B x Hq x n x 1
};

// The loss by each number of q, k, v and bias, each in the shape of its own. The caller sets sizes, strides and
// pointers, as in Result. No gradient may overlap an input.
struct Gradient {
  Tensor grad_q;     // B x Hq x n x d
  Tensor grad_k;     // B x Hk x m x d; summed over the query heads that share a key head
  Tensor grad_v;     // B x Hk x m x dv; likewise
  Tensor grad_bias;  // bias's sizes, summed over the axes that it repeats along; data == nullptr: not asked for
};

// As check(), with what gradient() takes besides.
Status check_gradient(const Request& request, const GradientRequest& given, std::int64_t* scratch_floats);

// The chain rule through the steps of attend(), last to first. For one query, with weights w, dO = grad_output:
//   blend    dw_j = dO . v_j,  dv_j = sum of w_j dO
//   softmax  ds_j = w_j (dw_j - sum over l of w_l dw_l), since dw_j/ds_l = w_j ([j = l] - w_l);  the sum is dO . output
//   bias     dbias_j = sum of ds_j
//   softcap  ds_j (1 - tanh(s_j / c)^2)
//   score    dq = sum over j of scale ds_j k_j,  dk_j = sum of scale ds_j q
// with each sum over all queries and heads that meet there; the steps engine adds up in double. A masked key takes no
// part: nothing that stands there reaches a gradient, NaN neither, and a fully masked row gives and gets 0.
Status gradient(const Request& request, const GradientRequest& given, float* scratch, Gradient& gradient);

// ---- trace --------------------------------------------------------------------------------------------------------

enum class Stage : int {
  kX,
  kContext,
  kQ,
  kK,
  kV,
  kScores,
  kScaled,
  kCapped,
  kBiased,
  kMasked,
  kRowMax,
  kExponentials,
  kRowSum,
  kWeights,
  kOutput,
  kConcat,
  kProjected,
};
constexpr int kStageCount = 17;

// "rowMax"; static text, null past the last.
const char* stage_name(Stage stage);

// Words' arrows instead of q, k and v. Rows are words: q = x wq. Columns are grouped by head.
struct Words {
  ConstTensor x;        // 1 x 1 x n x d_model
  ConstTensor context;  // 1 x 1 x m x d_model, data == nullptr: keys and values come from x too
  ConstTensor wq;       // d_model x (heads * d_k)
  ConstTensor wk, wv;   // d_model x (kv_heads * d_k), d_model x (kv_heads * d_v)
  ConstTensor wo;       // (heads * d_v) x d_out, or data == nullptr
  std::int64_t heads = 1, kv_heads = 1;
};

// Every stage is row-major. From words, q ... output are 1 x heads x rows x columns (keys and values: kv_heads),
// concat is n x (heads * d_v), and projected = concat wo is there with wo only.
struct Trace {
  Tensor stage[kStageCount];  // data == nullptr: this request has no such stage
  std::int64_t masked_rows = 0;
};

// With words: request.q, k, v are ignored and made from them. Fills the sizes and strides of every stage (pointers stay
// null; an absent stage has stride[3] == 0) and says how many floats of storage trace() wants: all stages, one
// behind the other, in flow order.
Status plan_trace(const Request& request, const Words* words, Trace& plan, std::int64_t* storage_floats);

// Computes every stage into `storage` and points `trace` at it; `trace` must not outlive `storage`.
Status trace(const Request& request, const Words* words, float* storage, Trace& trace);

// ---- this build ---------------------------------------------------------------------------------------------------

enum class Flavour : int { kScalar = 0, kSimd128 = 1, kRelaxed = 2, kNative = 3 };
Flavour flavour();

}  // namespace heed
