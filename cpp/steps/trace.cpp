#include "trace.h"

#include "attend.h"
#include "project.h"

namespace heed::steps {

namespace {

Tensor& stage_of(Trace& trace, Stage stage) { return trace.stage[static_cast<int>(stage)]; }

Tensor sizes_of(const ConstTensor& view) {
  return row_major<float>(nullptr, view.size[0], view.size[1], view.size[2], view.size[3]);
}

void copy(const ConstTensor& from, const Tensor& to) {
  for (std::int64_t batch = 0; batch < to.size[0]; ++batch)
    for (std::int64_t head = 0; head < to.size[1]; ++head)
      for (std::int64_t row = 0; row < to.size[2]; ++row)
        for (std::int64_t column = 0; column < to.size[3]; ++column)
          to.at(batch, head, row, column) = from.at(batch, head, row, column);
}

// The heads of one word beside each other: n x (heads * d_v).
void concat(const Tensor& output, const Tensor& concat) {
  const std::int64_t width = output.size[3];
  for (std::int64_t head = 0; head < output.size[1]; ++head)
    for (std::int64_t row = 0; row < output.size[2]; ++row)
      for (std::int64_t column = 0; column < width; ++column)
        concat.at(0, 0, row, head * width + column) = output.at(0, head, row, column);
}

void place_stages(float* storage, Trace& trace) {
  for (Tensor& stage : trace.stage) {
    if (stage.stride[3] == 0) continue;
    stage.data = storage;
    storage += stage.count();
  }
}

void fill_inputs(const Request& request, const Words* words, Trace& trace) {
  const Tensor &q = stage_of(trace, Stage::kQ), &k = stage_of(trace, Stage::kK), &v = stage_of(trace, Stage::kV);
  if (!words) {
    copy(request.q, q);
    copy(request.k, k);
    copy(request.v, v);
    return;
  }
  copy(words->x, stage_of(trace, Stage::kX));
  if (words->context.data) copy(words->context, stage_of(trace, Stage::kContext));
  const ConstTensor& key_words = words->context.data ? words->context : words->x;
  project(words->x, words->wq, q);
  project(key_words, words->wk, k);
  project(key_words, words->wv, v);
}

void fill_row(const Request& request, std::int64_t batch, std::int64_t head, std::int64_t query, Trace& trace) {
  const auto row = [&](Stage stage) { return stage_of(trace, stage).row(batch, head, query); };
  const FloatRow scaled = row(Stage::kScaled);
  const FloatRow capped = request.softcap != 0 ? row(Stage::kCapped) : scaled;
  const FloatRow biased = request.bias.data ? row(Stage::kBiased) : capped;
  RowStages stages{
      row(Stage::kScores), scaled, capped, biased, row(Stage::kMasked), row(Stage::kExponentials), row(Stage::kWeights),
      row(Stage::kOutput)};
  if (attend_row(request, batch, head, query, stages)) ++trace.masked_rows;
  row(Stage::kRowMax)[0] = stages.row_max;
  row(Stage::kRowSum)[0] = stages.row_sum;
}

}  // namespace

Request request_from_words(const Request& options, const Words& words) {
  const ConstTensor& key_words = words.context.data ? words.context : words.x;
  // Without strides, which are products: these sizes are not checked yet.
  const auto grouped = [](const ConstTensor& rows, const ConstTensor& matrix, std::int64_t heads) {
    return ConstTensor{nullptr, {1, heads, rows.size[2], matrix.size[3] / heads}};
  };
  Request request = options;
  request.rank = 3;
  request.q = grouped(words.x, words.wq, words.heads);
  request.k = grouped(key_words, words.wk, words.kv_heads);
  request.v = grouped(key_words, words.wv, words.kv_heads);
  return request;
}

void plan_stages(const Request& request, const Words* words, Trace& plan) {
  const std::int64_t batches = request.q.size[0], heads = request.q.size[1];
  const std::int64_t query_count = request.q.size[2], key_count = request.k.size[2], value_width = request.v.size[3];
  const Tensor table = row_major<float>(nullptr, batches, heads, query_count, key_count);
  const Tensor column = row_major<float>(nullptr, batches, heads, query_count, 1);
  plan = Trace{};
  stage_of(plan, Stage::kQ) = sizes_of(request.q);
  stage_of(plan, Stage::kK) = sizes_of(request.k);
  stage_of(plan, Stage::kV) = sizes_of(request.v);
  for (const Stage stage : {Stage::kScores, Stage::kScaled, Stage::kMasked, Stage::kExponentials, Stage::kWeights})
    stage_of(plan, stage) = table;
  if (request.softcap != 0) stage_of(plan, Stage::kCapped) = table;
  if (request.bias.data) stage_of(plan, Stage::kBiased) = table;
  stage_of(plan, Stage::kRowMax) = column;
  stage_of(plan, Stage::kRowSum) = column;
  stage_of(plan, Stage::kOutput) = row_major<float>(nullptr, batches, heads, query_count, value_width);
  if (!words) return;
  stage_of(plan, Stage::kX) = sizes_of(words->x);
  if (words->context.data) stage_of(plan, Stage::kContext) = sizes_of(words->context);
  stage_of(plan, Stage::kConcat) = row_major<float>(nullptr, 1, 1, query_count, heads * value_width);
  if (words->wo.data)
    stage_of(plan, Stage::kProjected) = row_major<float>(nullptr, 1, 1, query_count, words->wo.size[3]);
}

void trace_all(const Request& given, const Words* words, float* storage, Trace& trace) {
  place_stages(storage, trace);
  fill_inputs(given, words, trace);
  Request request = given;
  request.q = stage_of(trace, Stage::kQ);
  request.k = stage_of(trace, Stage::kK);
  request.v = stage_of(trace, Stage::kV);
  for (std::int64_t batch = 0; batch < request.q.size[0]; ++batch)
    for (std::int64_t head = 0; head < request.q.size[1]; ++head)
      for (std::int64_t query = 0; query < request.q.size[2]; ++query) fill_row(request, batch, head, query, trace);
  if (!words) return;
  concat(stage_of(trace, Stage::kOutput), stage_of(trace, Stage::kConcat));
  if (words->wo.data) project(stage_of(trace, Stage::kConcat), words->wo, stage_of(trace, Stage::kProjected));
}

}  // namespace heed::steps
