#include "shape_check.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace heed {

namespace {

Status shape_error(Rule rule, Argument argument, std::int64_t expected, std::int64_t got,
                   Argument other = Argument::kNone) {
  Status status;
  status.other = other;
  status.code = ErrorCode::kShape;
  status.rule = rule;
  status.argument = argument;
  status.expected[0] = expected;
  status.got[0] = got;
  return status;
}

Status option_error(Rule rule, Argument argument, double got = 0) {
  Status status;
  status.code = ErrorCode::kOption;
  status.rule = rule;
  status.argument = argument;
  status.got_number = got;
  return status;
}

Status too_large(Argument argument) {
  Status status = shape_error(Rule::kTooLarge, argument, addressable_floats(), 0);
  status.code = ErrorCode::kMemory;
  return status;
}

// ---- rules on sizes -----------------------------------------------------------------------------------------------

Status rank_rule(int rank) {
  return rank >= 2 && rank <= 4 ? Status{} : shape_error(Rule::kRank, Argument::kQ, 0, rank);
}

// An empty axis counts as 1: strides are products of the other axes, and they must not overflow either.
bool addressable(const std::int64_t (&size)[4]) {
  std::int64_t count = 1;
  for (const std::int64_t length : size) {
    if (length == 0) continue;
    if (count > addressable_floats() / length) return false;
    count *= length;
  }
  return true;
}

template <class Element>
Status size_rule(Argument argument, const View<Element>& view) {
  for (const std::int64_t size : view.size)
    if (size < 0) return shape_error(Rule::kNegativeSize, argument, 0, size);
  return addressable(view.size) ? Status{} : too_large(argument);
}

Status axis_rule(Argument argument, const ConstTensor& view, Argument other, const ConstTensor& model, int axis,
                 int rank) {
  if (view.size[axis] == model.size[axis]) return {};
  Status status = shape_error(Rule::kAxis, argument, model.size[axis], view.size[axis], other);
  status.axis = axis;
  status.rank = rank;
  return status;
}

Status heads_rule(std::int64_t query_heads, std::int64_t kv_heads) {
  return kv_heads > 0 && query_heads % kv_heads == 0
             ? Status{}
             : shape_error(Rule::kHeadsDivide, Argument::kK, query_heads, kv_heads);
}

Status shapes_error(Rule rule, Argument argument, const std::int64_t (&expected)[4], const std::int64_t (&got)[4],
                    int rank) {
  Status status = shape_error(rule, argument, 0, 0);
  status.rank = rank;
  for (int axis = 0; axis < 4; ++axis) {
    status.expected[axis] = expected[axis];
    status.got[axis] = got[axis];
  }
  return status;
}

template <class Element>
Status broadcast_rule(Argument argument, const View<Element>& view, const Request& request) {
  const std::int64_t table[4] = {request.q.size[0], request.q.size[1], request.q.size[2], request.k.size[2]};
  for (int axis = 0; axis < 4; ++axis)
    if (view.size[axis] != 1 && view.size[axis] != table[axis])
      return shapes_error(Rule::kBroadcast, argument, table, view.size, request.rank);
  return {};
}

Status exact_shape_rule(Argument argument, const ConstTensor& view, const std::int64_t (&expected)[4], int rank) {
  for (int axis = 0; axis < 4; ++axis)
    if (view.size[axis] != expected[axis]) return shapes_error(Rule::kExactShape, argument, expected, view.size, rank);
  return {};
}

// One row for each query of each head.
Status query_rows_rule(Argument argument, const ConstTensor& view, std::int64_t columns, const Request& request) {
  return exact_shape_rule(argument, view, {request.q.size[0], request.q.size[1], request.q.size[2], columns},
                          request.rank);
}

Status together_rule(Argument argument, const ConstTensor& view, Argument other, const ConstTensor& other_view) {
  return !view.data || other_view.data ? Status{} : shape_error(Rule::kTogether, other, 0, 0, argument);
}

// ---- rules on options ---------------------------------------------------------------------------------------------

Status scale_rule(const Request& request) {
  if (!request.scale) {
    return request.q.size[3] > 0 ? Status{} : option_error(Rule::kScaleNeeded, Argument::kScale);
  }
  return std::isfinite(*request.scale) ? Status{} : option_error(Rule::kFinite, Argument::kScale, *request.scale);
}

Status softcap_rule(double softcap) {
  return std::isfinite(softcap) && softcap >= 0 ? Status{}
                                                : option_error(Rule::kFiniteNotNegative, Argument::kSoftcap, softcap);
}

Status choice_rule(Argument argument, int choice) {
  return choice >= 0 && choice <= 2 ? Status{} : option_error(Rule::kUnknownChoice, argument, choice);
}

Status offset_rule(const Request& request) {
  const bool window = request.window_left || request.window_right;
  const bool shifts = request.causal == Causal::kTopLeft || (request.causal == Causal::kNone && window);
  return !request.causal_offset || shifts ? Status{} : option_error(Rule::kOffsetAlone, Argument::kCausalOffset);
}

Status window_rule(const std::optional<std::int64_t>& side, int which) {
  if (!side || *side >= 0) return {};
  Status status = option_error(Rule::kWindowSide, Argument::kWindow, static_cast<double>(*side));
  status.axis = which;
  return status;
}

Status key_lengths_rule(const Request& request) {
  if (!request.key_lengths) return {};
  const std::int64_t batches = request.q.size[0], key_count = request.k.size[2];
  if (request.key_length_count != batches)
    return shape_error(Rule::kKeyLengthCount, Argument::kKeyLengths, batches, request.key_length_count);
  for (std::int64_t batch = 0; batch < batches; ++batch) {
    const std::int64_t length = request.key_lengths[batch];
    if (length >= 0 && length <= key_count) continue;
    Status status = option_error(Rule::kKeyLengthRange, Argument::kKeyLengths, static_cast<double>(length));
    status.expected[0] = key_count;
    return status;
  }
  return {};
}

// ---- rules on words -----------------------------------------------------------------------------------------------

Status heads_option_rule(const Words& words) {
  if (words.heads < 1) return option_error(Rule::kAtLeastOne, Argument::kHeads, static_cast<double>(words.heads));
  if (words.kv_heads < 1)
    return option_error(Rule::kAtLeastOne, Argument::kKvHeads, static_cast<double>(words.kv_heads));
  if (words.heads % words.kv_heads == 0) return {};
  Status status = option_error(Rule::kKvHeadsDivide, Argument::kKvHeads, static_cast<double>(words.kv_heads));
  status.expected[0] = words.heads;
  return status;
}

Status rows_rule(Argument argument, const ConstTensor& matrix, Argument projected, std::int64_t width) {
  return matrix.size[2] == width ? Status{} : shape_error(Rule::kRows, argument, width, matrix.size[2], projected);
}

Status columns_multiple_rule(Argument argument, const ConstTensor& matrix, Argument heads_argument,
                             std::int64_t heads) {
  return matrix.size[3] % heads == 0
             ? Status{}
             : shape_error(Rule::kColumnsMultiple, argument, heads, matrix.size[3], heads_argument);
}

Status key_columns_rule(const Words& words) {
  const std::int64_t expected = words.kv_heads * (words.wq.size[3] / words.heads);
  return words.wk.size[3] == expected ? Status{}
                                      : shape_error(Rule::kColumns, Argument::kWk, expected, words.wk.size[3]);
}

}  // namespace

// ---- the rules in their order -------------------------------------------------------------------------------------

std::int64_t addressable_floats() {
  return static_cast<std::int64_t>(std::numeric_limits<std::ptrdiff_t>::max() /
                                   static_cast<std::ptrdiff_t>(sizeof(float)));
}

Status check_inputs(const Request& request) {
  const ConstTensor &q = request.q, &k = request.k, &v = request.v;
  const int rank = request.rank;
  if (Status status = rank_rule(rank)) return status;
  if (Status status = size_rule(Argument::kQ, q)) return status;
  if (Status status = size_rule(Argument::kK, k)) return status;
  if (Status status = size_rule(Argument::kV, v)) return status;
  if (Status status = axis_rule(Argument::kK, k, Argument::kQ, q, 0, rank)) return status;
  if (Status status = axis_rule(Argument::kV, v, Argument::kQ, q, 0, rank)) return status;
  if (Status status = axis_rule(Argument::kK, k, Argument::kQ, q, 3, rank)) return status;
  if (Status status = heads_rule(q.size[1], k.size[1])) return status;
  if (Status status = axis_rule(Argument::kV, v, Argument::kK, k, 1, rank)) return status;
  if (Status status = axis_rule(Argument::kV, v, Argument::kK, k, 2, rank)) return status;
  const std::int64_t output[4] = {q.size[0], q.size[1], q.size[2], v.size[3]};
  return addressable(output) ? Status{} : too_large(Argument::kOut);
}

Status check_options(const Request& request) {
  if (Status status = scale_rule(request)) return status;
  if (Status status = softcap_rule(request.softcap)) return status;
  if (request.bias.data) {
    if (Status status = size_rule(Argument::kBias, request.bias)) return status;
    if (Status status = broadcast_rule(Argument::kBias, request.bias, request)) return status;
  }
  if (request.mask.data) {
    if (Status status = size_rule(Argument::kMask, request.mask)) return status;
    if (Status status = broadcast_rule(Argument::kMask, request.mask, request)) return status;
  }
  if (Status status = choice_rule(Argument::kCausal, static_cast<int>(request.causal))) return status;
  if (Status status = offset_rule(request)) return status;
  if (Status status = window_rule(request.window_left, 0)) return status;
  if (Status status = window_rule(request.window_right, 1)) return status;
  if (Status status = key_lengths_rule(request)) return status;
  return choice_rule(Argument::kEngine, static_cast<int>(request.engine));
}

Status check_words(const Words& words) {
  const bool cross = words.context.data != nullptr;
  if (Status status = heads_option_rule(words)) return status;
  if (Status status = size_rule(Argument::kX, words.x)) return status;
  if (Status status = size_rule(Argument::kContext, words.context)) return status;
  if (Status status = size_rule(Argument::kWq, words.wq)) return status;
  if (Status status = size_rule(Argument::kWk, words.wk)) return status;
  if (Status status = size_rule(Argument::kWv, words.wv)) return status;
  if (Status status = size_rule(Argument::kWo, words.wo)) return status;

  const Argument key_words = cross ? Argument::kContext : Argument::kX;
  const std::int64_t key_word_width = cross ? words.context.size[3] : words.x.size[3];
  if (Status status = rows_rule(Argument::kWq, words.wq, Argument::kX, words.x.size[3])) return status;
  if (Status status = rows_rule(Argument::kWk, words.wk, key_words, key_word_width)) return status;
  if (Status status = rows_rule(Argument::kWv, words.wv, key_words, key_word_width)) return status;
  if (Status status = columns_multiple_rule(Argument::kWq, words.wq, Argument::kHeads, words.heads)) return status;
  if (Status status = key_columns_rule(words)) return status;
  if (Status status = columns_multiple_rule(Argument::kWv, words.wv, Argument::kKvHeads, words.kv_heads)) return status;

  const std::int64_t value_width = words.wv.size[3] / words.kv_heads;
  if (!addressable({1, words.heads, words.x.size[2], value_width})) return too_large(Argument::kHeads);
  if (!words.wo.data) return {};
  if (Status status = rows_rule(Argument::kWo, words.wo, Argument::kWv, words.heads * value_width)) return status;
  return addressable({1, 1, words.x.size[2], words.wo.size[3]}) ? Status{} : too_large(Argument::kStage);
}

Status check_result(const Request& request, const Result& result) {
  if (Status status = query_rows_rule(Argument::kOut, result.output, request.v.size[3], request)) return status;
  if (result.weights.data) {
    if (Status status = query_rows_rule(Argument::kWeights, result.weights, request.k.size[2], request)) return status;
  }
  return result.log_sum_exp.data ? query_rows_rule(Argument::kLogSumExp, result.log_sum_exp, 1, request) : Status{};
}

Status check_given(const Request& request, const GradientRequest& given) {
  constexpr Argument output = Argument::kForwardOutput, log_sum_exp = Argument::kForwardLogSumExp;
  const std::int64_t value_width = request.v.size[3];
  if (Status status = query_rows_rule(Argument::kGradOutput, given.grad_output, value_width, request)) return status;
  if (Status status = together_rule(output, given.output, log_sum_exp, given.log_sum_exp)) return status;
  if (Status status = together_rule(log_sum_exp, given.log_sum_exp, output, given.output)) return status;
  if (!given.output.data) return {};
  if (Status status = query_rows_rule(output, given.output, value_width, request)) return status;
  return query_rows_rule(log_sum_exp, given.log_sum_exp, 1, request);
}

Status check_gradients(const Request& request, const Gradient& gradient) {
  const int rank = request.rank;
  if (Status status = exact_shape_rule(Argument::kGradQ, gradient.grad_q, request.q.size, rank)) return status;
  if (Status status = exact_shape_rule(Argument::kGradK, gradient.grad_k, request.k.size, rank)) return status;
  if (Status status = exact_shape_rule(Argument::kGradV, gradient.grad_v, request.v.size, rank)) return status;
  if (!gradient.grad_bias.data) return {};
  if (!request.bias.data) return shape_error(Rule::kTogether, Argument::kBias, 0, 0, Argument::kGradBias);
  return exact_shape_rule(Argument::kGradBias, gradient.grad_bias, request.bias.size, rank);
}

Status check_scratch(std::int64_t wanted, std::int64_t* scratch_floats) {
  if (wanted < 0 || wanted > addressable_floats()) return too_large(Argument::kV);
  *scratch_floats = wanted;
  return {};
}

Status check_tables(const Request& request) {
  const bool fits = addressable({request.q.size[0], request.q.size[1], request.q.size[2], request.k.size[2]});
  return fits ? Status{} : too_large(Argument::kStage);
}

Status check_storage(const Trace& plan, std::int64_t* storage_floats) {
  std::int64_t floats = 0;
  for (const Tensor& stage : plan.stage) {
    if (stage.count() > addressable_floats() - floats) return too_large(Argument::kStage);
    floats += stage.count();
  }
  *storage_floats = floats;
  return {};
}

}  // namespace heed
