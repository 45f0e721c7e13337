#include "gradient.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "../scratch.h"
#include "attend.h"
#include "scale.h"

namespace heed::steps {

namespace {

using Sums = View<double>;  // of one gradient

// One row on its way back.
struct BackRow {
  const Request& request;
  std::int64_t batch, head, query, kv_head;
  RowStages forward;
  ConstRow grad_output;
  Row<double> grad;  // over the keys: the loss by each weight, then by each score, one step further back at a time

  bool is_masked(std::int64_t key) const { return forward.masked[key] == -std::numeric_limits<float>::infinity(); }
};

double dot(ConstRow a, ConstRow b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size; ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

void add(double factor, ConstRow row, Row<double> sums) {
  for (std::int64_t i = 0; i < row.size; ++i) sums[i] += factor * double{row[i]};
}

// ---- one step back each -------------------------------------------------------------------------------------------

// output = sum of w_j v_j
void blend_back(const BackRow& row, const Sums& grad_v) {
  for (std::int64_t key = 0; key < row.grad.size; ++key) {
    if (row.is_masked(key)) continue;
    row.grad[key] = dot(row.grad_output, row.request.v.row(row.batch, row.kv_head, key));
    add(row.forward.weights[key], row.grad_output, grad_v.row(0, 0, key));
  }
}

// dw_j/ds_l = w_j ([j = l] - w_l)
void softmax_back(const BackRow& row) {
  double mean = 0;
  for (std::int64_t key = 0; key < row.grad.size; ++key)
    if (!row.is_masked(key)) mean += row.forward.weights[key] * row.grad[key];
  for (std::int64_t key = 0; key < row.grad.size; ++key)
    row.grad[key] = row.forward.weights[key] * (row.grad[key] - mean);
}

// A masked score is the constant -Infinity.
void mask_back(const BackRow& row) {
  for (std::int64_t key = 0; key < row.grad.size; ++key)
    if (row.is_masked(key)) row.grad[key] = 0;
}

void bias_back(const BackRow& row, const Sums& grad_bias) {
  for (std::int64_t key = 0; key < row.grad.size; ++key)
    grad_bias.at(row.batch, row.head, row.query, key) += row.grad[key];
}

// c tanh(s / c)
void softcap_back(const BackRow& row) {
  for (std::int64_t key = 0; key < row.grad.size; ++key) {
    const double bent = std::tanh(row.forward.scaled[key] / row.request.softcap);
    row.grad[key] *= 1 - bent * bent;
  }
}

void scale_back(const BackRow& row) {
  const double factor = row.request.scale ? *row.request.scale : default_scale(row.request.q.size[3]);
  for (std::int64_t key = 0; key < row.grad.size; ++key) row.grad[key] *= factor;
}

// q . k_j
void score_back(const BackRow& row, Row<double> grad_q, const Sums& grad_k) {
  std::fill_n(grad_q.data, grad_q.size, 0.0);
  for (std::int64_t key = 0; key < row.grad.size; ++key) {
    if (row.is_masked(key)) continue;
    add(row.grad[key], row.request.k.row(row.batch, row.kv_head, key), grad_q);
    add(row.grad[key], row.request.q.row(row.batch, row.head, row.query), grad_k.row(0, 0, key));
  }
}

// ---- all rows -----------------------------------------------------------------------------------------------------

void clear(const Sums& sums) { std::fill_n(sums.data, sums.count(), 0.0); }

// `sums` is row-major, of `to`'s sizes.
void store(const Sums& sums, const Tensor& to) {
  const double* sum = sums.data;
  for (std::int64_t batch = 0; batch < to.size[0]; ++batch)
    for (std::int64_t head = 0; head < to.size[1]; ++head)
      for (std::int64_t row = 0; row < to.size[2]; ++row)
        for (std::int64_t column = 0; column < to.size[3]; ++column)
          to.at(batch, head, row, column) = static_cast<float>(*sum++);
}

Tensor of_head(Tensor view, std::int64_t batch, std::int64_t head) {
  view.data += batch * view.stride[0] + head * view.stride[1];
  view.size[0] = view.size[1] = 1;
  return view;
}

std::int64_t bias_count(const Request& request) { return request.bias.data ? request.bias.count() : 0; }

// The scratch, shared out.
struct Room {
  FloatRow scaled, masked, weights;  // over the keys
  FloatRow output;
  Row<double> grad, grad_q;
  Sums grad_k, grad_v;  // of one key head
  Sums grad_bias;       // of bias's sizes

  Room(const Request& request, float* scratch) {
    const std::int64_t key_count = request.k.size[2], key_width = request.k.size[3], value_width = request.v.size[3];
    for (FloatRow* row : {&scaled, &masked, &weights}) *row = {std::exchange(scratch, scratch + key_count), key_count};
    output = {std::exchange(scratch, scratch + value_width), value_width};
    const std::int64_t count = key_count * (1 + key_width + value_width) + key_width + bias_count(request);
    double* sums = doubles_in(scratch, count);
    grad = {std::exchange(sums, sums + key_count), key_count};
    grad_q = {std::exchange(sums, sums + key_width), key_width};
    grad_k = row_major(std::exchange(sums, sums + key_count * key_width), 1, 1, key_count, key_width);
    grad_v = row_major(std::exchange(sums, sums + key_count * value_width), 1, 1, key_count, value_width);
    const auto& size = request.bias.size;
    if (request.bias.data) grad_bias = row_major(sums, size[0], size[1], size[2], size[3]);
  }
};

void row_back(const BackRow& row, const Room& room) {
  const Request& request = row.request;
  blend_back(row, room.grad_v);
  softmax_back(row);
  mask_back(row);
  if (request.bias.data) {
    const std::int64_t table[4] = {request.q.size[0], request.q.size[1], request.q.size[2], request.k.size[2]};
    bias_back(row, broadcast(room.grad_bias, table));
  }
  if (request.softcap != 0) softcap_back(row);
  scale_back(row);
  score_back(row, room.grad_q, room.grad_k);
}

// Every query that shares this key head, forwards and back.
void head_back(const Request& request, const GradientRequest& given, std::int64_t batch, std::int64_t kv_head,
               const Room& room, const Gradient& gradient) {
  clear(room.grad_k);
  clear(room.grad_v);
  // attend_row leaves a step out that was not asked for: the next one finds its numbers where the one before put them.
  const FloatRow capped = request.softcap != 0 ? room.masked : room.scaled;
  const FloatRow biased = request.bias.data ? room.masked : capped;
  const RowStages stages{room.scaled, room.scaled,  capped,       biased,
                         room.masked, room.weights, room.weights, room.output};
  const std::int64_t group = request.q.size[1] / request.k.size[1];
  for (std::int64_t head = kv_head * group; head < (kv_head + 1) * group; ++head)
    for (std::int64_t query = 0; query < request.q.size[2]; ++query) {
      BackRow row{request, batch, head, query, kv_head, stages, given.grad_output.row(batch, head, query), room.grad};
      attend_row(request, batch, head, query, row.forward);
      row_back(row, room);
      const FloatRow grad_q = gradient.grad_q.row(batch, head, query);
      for (std::int64_t column = 0; column < grad_q.size; ++column)
        grad_q[column] = static_cast<float>(room.grad_q[column]);
    }
}

}  // namespace

std::int64_t gradient_scratch_floats(const Request& request) {
  const std::int64_t key_count = request.k.size[2], key_width = request.k.size[3], value_width = request.v.size[3];
  // Room's rows of floats take the place of two doubles a key and one a column of the output.
  return floats_for_doubles({{3, key_count},
                             {1, value_width},
                             {1, key_width},
                             {key_count, key_width},
                             {key_count, value_width},
                             {1, bias_count(request)}});
}

void gradient_all(const Request& request, const GradientRequest& given, float* scratch, Gradient& gradient) {
  const Room room(request, scratch);
  if (request.bias.data) clear(room.grad_bias);
  for (std::int64_t batch = 0; batch < request.k.size[0]; ++batch)
    for (std::int64_t kv_head = 0; kv_head < request.k.size[1]; ++kv_head) {
      head_back(request, given, batch, kv_head, room, gradient);
      store(room.grad_k, of_head(gradient.grad_k, batch, kv_head));
      store(room.grad_v, of_head(gradient.grad_v, batch, kv_head));
    }
  if (gradient.grad_bias.data) store(room.grad_bias, gradient.grad_bias);
}

}  // namespace heed::steps
