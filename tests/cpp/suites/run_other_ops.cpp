// Softmax, LogSoftmax and MatMul by attention, so that both engines answer them with their own arithmetic:
// a softmax is attention whose scores are all bias (d = 0) and whose values are the identity; a product of two numbers'
// lists is the score of a single key, which log-sum-exp gives back.
#include "run_case.h"
#include "support.h"

namespace suites {

namespace {

using heed::ConstTensor;
using heed::Tensor;
using support::Array;
using support::Floats;

std::vector<float> floats(const std::vector<double>& numbers) { return {numbers.begin(), numbers.end()}; }

std::int64_t product(const std::vector<std::int64_t>& sizes, std::size_t first, std::size_t end) {
  std::int64_t result = 1;
  for (std::size_t i = first; i < end; ++i) result *= sizes[i];
  return result;
}

// The numbers of a tensor whose softmax axis has been moved to the end: outer x inner x keys.
template <class Element>
heed::View<const Element> axis_last(const std::vector<Element>& data, const std::vector<std::int64_t>& shape,
                                    std::size_t axis) {
  const std::int64_t keys = shape[axis], inner = product(shape, axis + 1, shape.size());
  return {data.data(), {product(shape, 0, axis), 1, inner, keys}, {keys * inner, 0, 1, inner}};
}

std::vector<double> in_order(const heed::View<const double>& view) {
  std::vector<double> numbers;
  for (std::int64_t outer = 0; outer < view.size[0]; ++outer)
    for (std::int64_t row = 0; row < view.size[2]; ++row)
      for (std::int64_t key = 0; key < view.size[3]; ++key) numbers.push_back(view.at(outer, 0, row, key));
  return numbers;
}

// One n x d by d x c product, numpy's rules for the axes in front: an axis of size 1, or a missing one, repeats.
struct Factor {
  std::vector<std::int64_t> shape;  // with the batch axes of the result in front
  std::vector<float> data;

  Factor(const NamedTensor& tensor, bool left) : shape(tensor.shape), data(floats(tensor.data)) {
    if (shape.size() == 1) shape.insert(left ? shape.begin() : shape.end(), 1);
  }
  std::size_t batch_axes() const { return shape.size() - 2; }
  std::int64_t rows() const { return shape[shape.size() - 2]; }
  std::int64_t columns() const { return shape.back(); }

  // Where the matrix of the result's batch number `index` starts. `batch` are the result's batch axes.
  const float* at(std::int64_t index, const std::vector<std::int64_t>& batch) const {
    std::int64_t offset = 0, stride = rows() * columns();
    for (std::size_t back = 1; back <= batch.size(); ++back) {
      const std::int64_t place = index % batch[batch.size() - back];
      index /= batch[batch.size() - back];
      if (back > batch_axes()) continue;
      const std::int64_t size = shape[batch_axes() - back];
      if (size > 1) offset += place * stride;
      stride *= size;
    }
    return data.data() + offset;
  }
};

std::vector<std::int64_t> broadcast_batches(const Factor& a, const Factor& b) {
  std::vector<std::int64_t> batch(std::max(a.batch_axes(), b.batch_axes()), 1);
  for (const Factor* factor : {&a, &b})
    for (std::size_t i = 0; i < factor->batch_axes(); ++i) {
      std::int64_t& size = batch[batch.size() - factor->batch_axes() + i];
      size = std::max(size, factor->shape[i]);
    }
  return batch;
}

// c keys, the columns of B, against n queries, the rows of A.
heed::Request column_keys(const float* a, const float* b, std::int64_t n, std::int64_t d, std::int64_t c) {
  heed::Request request;
  request.q = heed::row_major(a, 1, 1, n, d);
  request.k = {b, {1, 1, c, d}, {0, 0, 1, c}};
  request.v = {b, {1, 1, c, 0}, {0, 0, 0, 0}};
  request.scale = 1;
  return request;
}

// The same with every key in a head of its own.
heed::Request single_keys(const heed::Request& columns) {
  heed::Request request = columns;
  request.q.size[1] = request.k.size[1] = request.v.size[1] = columns.k.size[2];
  request.q.stride[1] = 0;
  request.k.stride[1] = columns.k.stride[2];
  request.k.size[2] = request.v.size[2] = 1;
  return request;
}

// project and score themselves: the words A with the matrix B, and the trace's scores of A against B's columns.
void check_steps(const heed::Request& columns, const reference::Numbers& scores, Findings& findings) {
  const std::int64_t d = columns.q.size[3], c = columns.k.size[2];
  const ConstTensor matrix = heed::row_major(columns.k.data, 1, 1, d, c);
  heed::Words words{columns.q, {}, matrix, matrix, matrix, {}};
  findings.exact("project", support::trace({}, &words)[heed::Stage::kQ], scores);
  findings.exact("score", support::trace(columns)[heed::Stage::kScores], scores);
}

}  // namespace

void run_softmax(const Case& one, heed::Engine engine, const heed::Threads* threads, Findings& findings) {
  const NamedTensor &input = one.inputs.at(0), &file = one.expected.at(0);
  const auto axis = static_cast<std::size_t>(one.option("axis").value_or(static_cast<double>(input.shape.size() - 1)));
  const std::vector<float> scores = floats(input.data);
  heed::Request request;
  request.engine = engine;
  request.threads = threads;
  request.bias = axis_last(scores, input.shape, axis);
  const std::int64_t outer = request.bias.size[0], rows = request.bias.size[2], keys = request.bias.size[3];
  Floats identity(1, 1, keys, keys);
  for (std::int64_t key = 0; key < keys; ++key) identity.view.at(0, 0, key, key) = 1;
  request.q = heed::row_major(scores.data(), outer, 1, rows, 0);
  request.k = heed::row_major(scores.data(), outer, 1, keys, 0);
  request.v = {identity.data.data(), {outer, 1, keys, keys}, {0, 0, keys, 1}};
  request.scale = 1;

  const reference::Attention want = reference::attention(request);
  support::Attended got = support::attend(request);
  findings.exact("weights", got.weights.view, want.weights);
  findings.exact("output", got.output.view, want.output);
  findings.exact("log-sum-exp", got.log_sum_exp.view, want.log_sum_exp);
  const std::vector<double> answers = in_order(axis_last(file.data, file.shape, axis));
  if (one.op == "Softmax") return findings.answer(file, answers, got.weights.view, want.weights);

  // The logarithm of a weight is its score minus log-sum-exp, and as exact as that is.
  reference::Numbers logarithms = want.biased;
  for (std::int64_t batch = 0; batch < outer; ++batch)
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t key = 0; key < keys; ++key) {
        const std::int64_t at = batch * rows + row;
        got.weights.view.at(batch, 0, row, key) =
            request.bias.at(batch, 0, row, key) - got.log_sum_exp.view.at(batch, 0, row, 0);
        logarithms.set(
            at * keys + key,
            double{request.bias.at(batch, 0, row, key)} - want.log_sum_exp.want[static_cast<std::size_t>(at)],
            want.log_sum_exp.tolerance[static_cast<std::size_t>(at)]);
      }
  findings.exact("logarithms of the weights", got.weights.view, logarithms);
  findings.answer(file, answers, got.weights.view, logarithms);
}

void run_matmul(const Case& one, heed::Engine engine, const heed::Threads* threads, Findings& findings) {
  const Factor a(*one.input("A"), true), b(*one.input("B"), false);
  const NamedTensor& file = one.expected.at(0);
  const std::vector<std::int64_t> batch = broadcast_batches(a, b);
  const std::int64_t n = a.rows(), d = a.columns(), c = b.columns(), matrices = product(batch, 0, batch.size());
  REQUIRE(matrices * n * c == static_cast<std::int64_t>(file.data.size()));
  for (std::int64_t index = 0; index < matrices; ++index) {
    const heed::Request columns = column_keys(a.at(index, batch), b.at(index, batch), n, d, c);
    heed::Request request = single_keys(columns);
    request.engine = engine;
    request.threads = threads;
    const reference::Numbers want = reference::attention(request).log_sum_exp;
    const support::Attended got = support::attend(request);
    findings.exact("log-sum-exp of single keys", got.log_sum_exp.view, want);
    std::vector<double> answers;  // head by head, so column by column
    for (std::int64_t column = 0; column < c; ++column)
      for (std::int64_t row = 0; row < n; ++row)
        answers.push_back(file.data[static_cast<std::size_t>((index * n + row) * c + column)]);
    findings.answer(file, answers, got.log_sum_exp.view, want);
    if (engine == heed::Engine::kSteps) check_steps(columns, reference::attention(columns).scores, findings);
  }
}

}  // namespace suites
