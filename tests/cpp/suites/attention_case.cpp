#include "attention_case.h"

#include <utility>

namespace suites {

namespace {

using heed::ConstTensor;
using heed::Tensor;

void copy(const ConstTensor& from, const Tensor& to) {
  for (std::int64_t batch = 0; batch < from.size[0]; ++batch)
    for (std::int64_t head = 0; head < from.size[1]; ++head)
      for (std::int64_t row = 0; row < from.size[2]; ++row)
        for (std::int64_t column = 0; column < from.size[3]; ++column)
          to.at(batch, head, row, column) = from.at(batch, head, row, column);
}

// `rows` rows of every head, from row `first` on.
template <class Element>
heed::View<Element> rows_of(heed::View<Element> view, std::int64_t first, std::int64_t rows) {
  view.data += first * view.stride[2];
  view.size[2] = rows;
  return view;
}

// The cached rows and the new ones in one array; without a cache the new ones as they lie.
ConstTensor with_past(const NamedTensor* past, const NamedTensor& present, std::int64_t kv_heads,
                      std::vector<float>& storage) {
  const std::vector<float> fresh = floats(present.data);
  const ConstTensor rows = by_head(fresh.data(), present.shape, kv_heads);
  if (!past) {
    storage = fresh;
    return by_head<const float>(storage.data(), present.shape, kv_heads);
  }
  const std::vector<float> cached = floats(past->data);
  const ConstTensor cache = by_head(cached.data(), past->shape, kv_heads);
  storage.resize(cached.size() + fresh.size());
  const Tensor all =
      heed::row_major(storage.data(), rows.size[0], rows.size[1], cache.size[2] + rows.size[2], rows.size[3]);
  copy(cache, rows_of(all, 0, cache.size[2]));
  copy(rows, rows_of(all, cache.size[2], rows.size[2]));
  return all;
}

// Right-aligned, as numpy broadcasts: missing axes in front have size 1.
template <class Element>
heed::View<const Element> right_aligned(const std::vector<Element>& data, const std::vector<std::int64_t>& shape) {
  std::int64_t size[4] = {1, 1, 1, 1};
  for (std::size_t i = 0; i < shape.size(); ++i) size[4 - shape.size() + i] = shape[i];
  return heed::row_major(data.data(), size[0], size[1], size[2], size[3]);
}

// ONNX moves the causal corner by the length of the cache; with key lengths it stands at the last key of each batch.
void set_causal(const Case& from, heed::Request& request) {
  if (from.option("causal").value_or(0) == 0) return;
  request.causal = request.key_lengths ? heed::Causal::kBottomRight : heed::Causal::kTopLeft;
  if (const auto offset = from.option("causal_offset")) {
    request.causal_offset = static_cast<std::int64_t>(*offset);
  } else if (const NamedTensor* past = from.input("past_key")) {
    request.causal_offset = past->shape[2];
  }
}

std::optional<std::int64_t> whole(std::optional<double> value) {
  return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

}  // namespace

std::vector<float> floats(const std::vector<double>& numbers) { return {numbers.begin(), numbers.end()}; }

AttentionCase attention_case(const Case& from) {
  AttentionCase made;
  heed::Request& request = made.request;
  const NamedTensor& q = *from.input("q");
  const auto heads = static_cast<std::int64_t>(from.option("heads").value_or(1));
  const auto kv_heads = static_cast<std::int64_t>(from.option("kv_heads").value_or(static_cast<double>(heads)));
  made.q = floats(q.data);
  request.q = by_head<const float>(made.q.data(), q.shape, heads);
  request.k = with_past(from.input("past_key"), *from.input("k"), kv_heads, made.k);
  request.v = with_past(from.input("past_value"), *from.input("v"), kv_heads, made.v);
  if (const NamedTensor* bias = from.input("bias")) {
    made.bias = floats(bias->data);
    request.bias = right_aligned(made.bias, bias->shape);
  }
  if (const NamedTensor* mask = from.input("mask")) {
    made.mask.assign(mask->data.begin(), mask->data.end());
    request.mask = right_aligned(made.mask, mask->shape);
  }
  if (const NamedTensor* lengths = from.input("key_lengths")) {
    made.key_lengths.assign(lengths->data.begin(), lengths->data.end());
    request.key_lengths = made.key_lengths.data();
    request.key_length_count = static_cast<std::int64_t>(made.key_lengths.size());
  }
  request.scale = from.option("scale");
  request.softcap = from.option("softcap").value_or(0);
  request.window_left = whole(from.option("window_left"));
  request.window_right = whole(from.option("window_right"));
  set_causal(from, request);
  return made;
}

AttentionCase packed(const AttentionCase& from) {
  AttentionCase made;
  made.request = from.request;
  const ConstTensor &q = from.request.q, &k = from.request.k, &v = from.request.v;
  const std::int64_t batches = q.size[0], rows = q.size[2];
  const std::int64_t width = q.size[1] * q.size[3] + k.size[1] * k.size[3] + v.size[1] * v.size[3];
  made.q.resize(static_cast<std::size_t>(batches * rows * width));
  float* slice = made.q.data();
  for (const auto& [given, view] : {std::pair{&q, &made.request.q}, {&k, &made.request.k}, {&v, &made.request.v}}) {
    const Tensor to{slice, {batches, given->size[1], rows, given->size[3]}, {rows * width, given->size[3], width, 1}};
    copy(*given, to);
    *view = to;
    slice += given->size[1] * given->size[3];
  }
  return made;
}

}  // namespace suites
