// Embind for heed.h, exactly as web/heed/core.ts says: functions of numbers alone, so that JavaScript has nothing to
// delete(). A request is too long for that: it lies in `records`. Converts and calls; no maths.
#include <emscripten/bind.h>
#include <emscripten/em_js.h>

#include <cstdlib>
#include <memory>

#include "records.h"

#ifdef __EMSCRIPTEN_PTHREADS__
// Throws in JavaScript, which then ends the instance: a worker that is only slow may go on in this memory, and nobody
// else uses it any more.
EM_JS(void, heed_thread_stalled, (), { Module['threadStalled'](); })
#endif

namespace heed::bindings {

namespace {

// One a module: what JavaScript asks and is told, the text of the last failed call, and the threads of every call.
Records records;
char last_message[512];
const Threads* threads = nullptr;

double address(const void* pointer) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(pointer)); }

double report(const Status& status, std::int64_t floats, std::int64_t masked_rows) {
  if (status) describe(status, last_message, sizeof last_message);
  records.call = {static_cast<double>(status.code), static_cast<double>(status.argument), static_cast<double>(floats),
                  static_cast<double>(masked_rows)};
  return records.call.error;
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

// The request of a record, and the key lengths that it points to as integers.
class RequestOfRecord {
 public:
  explicit RequestOfRecord(const RequestRecord& record) {
    request.q = view<const float>(record.q);
    request.k = view<const float>(record.k);
    request.v = view<const float>(record.v);
    request.rank = choice(record.rank);
    if (record.scale == record.scale) request.scale = record.scale;
    request.softcap = record.softcap == record.softcap ? record.softcap : 0;
    request.bias = view<const float>(record.bias);
    request.mask = view<const std::uint8_t>(record.mask);
    request.causal = static_cast<Causal>(choice(record.causal));
    request.causal_offset = optional_whole(record.causal_offset);
    request.window_left = optional_whole(record.window_left);
    request.window_right = optional_whole(record.window_right);
    request.engine = static_cast<Engine>(choice(record.engine));
    request.threads = threads;
    if (record.key_lengths != 0) copy_key_lengths(record);
  }

  Request request;

  bool out_of_memory() const { return out_of_memory_; }

 private:
  void copy_key_lengths(const RequestRecord& record) {
    const double* given = pointer<const double>(record.key_lengths);
    const auto count = static_cast<std::size_t>(record.key_length_count);
    key_lengths_.reset(static_cast<std::int64_t*>(std::calloc(count + 1, sizeof(std::int64_t))));
    out_of_memory_ = !key_lengths_;
    if (out_of_memory_) return;
    for (std::size_t batch = 0; batch < count; ++batch) key_lengths_.get()[batch] = whole(given[batch]);
    request.key_lengths = key_lengths_.get();
    request.key_length_count = static_cast<std::int64_t>(count);
  }

  std::unique_ptr<std::int64_t, Free> key_lengths_;
  bool out_of_memory_ = false;
};

Status memory_status() {
  Status status;
  status.code = ErrorCode::kMemory;
  status.argument = Argument::kKeyLengths;
  status.rule = Rule::kOutOfMemory;
  return status;
}

Words words_of(const WordsRecord& record) {
  Words words;
  words.x = view<const float>(record.x);
  words.context = view<const float>(record.context);
  words.wq = view<const float>(record.wq);
  words.wk = view<const float>(record.wk);
  words.wv = view<const float>(record.wv);
  words.wo = view<const float>(record.wo);
  words.heads = whole(record.heads);
  words.kv_heads = whole(record.kv_heads);
  return words;
}

double allocate(double bytes) {
  if (!(bytes >= 0 && bytes <= static_cast<double>(PTRDIFF_MAX))) return 0;
  return address(std::malloc(bytes > 0 ? static_cast<std::size_t>(bytes) : 1));
}
void release(double memory) { std::free(pointer<void>(memory)); }

#ifdef __EMSCRIPTEN_PTHREADS__
// Asked for once, before the first call. They are never ended from here: the loader ends their workers.
double start_threads(double total) {
  threads = new Threads(total < kMaxThreads ? static_cast<int>(total) : kMaxThreads, {heed_thread_stalled});
  return threads->count();
}
#endif

double records_address() { return address(&records); }
double flavour_number() { return static_cast<double>(flavour()); }
double message() { return address(last_message); }
double argument_name_address(double argument) {
  return address(argument_name(static_cast<Argument>(choice(argument))));
}
double stage_name_address(double stage) { return address(stage_name(static_cast<Stage>(choice(stage)))); }

double check_request() {
  const RequestOfRecord holder(records.request);
  if (holder.out_of_memory()) return report(memory_status(), 0, 0);
  std::int64_t floats = 0;
  const Status status = check(holder.request, &floats);
  return report(status, floats, 0);
}

double attend_request(double scratch, double output, double weights, double log_sum_exp) {
  const RequestOfRecord holder(records.request);
  if (holder.out_of_memory()) return report(memory_status(), 0, 0);
  const TensorRecord &q = records.request.q, &k = records.request.k, &v = records.request.v;
  Result result;
  result.output = view<float>({output, q.batch, q.heads, q.rows, v.columns, q.rows});
  result.weights = view<float>({weights, q.batch, q.heads, q.rows, k.rows, q.rows});
  result.log_sum_exp = view<float>({log_sum_exp, q.batch, q.heads, q.rows, 1, q.rows});
  const Status status = attend(holder.request, pointer<float>(scratch), result);
  return report(status, 0, result.masked_rows);
}

GradientRequest given() {
  const GradientRecord& record = records.given;
  return {view<const float>(record.grad_output), view<const float>(record.output),
          view<const float>(record.log_sum_exp)};
}

double check_gradient_request() {
  const RequestOfRecord holder(records.request);
  if (holder.out_of_memory()) return report(memory_status(), 0, 0);
  std::int64_t floats = 0;
  const Status status = check_gradient(holder.request, given(), &floats);
  return report(status, floats, 0);
}

// The gradients are as large as q, k, v and bias, elsewhere, with nothing in between.
double gradient_of_request(double scratch, double grad_q, double grad_k, double grad_v, double grad_bias) {
  const RequestOfRecord holder(records.request);
  if (holder.out_of_memory()) return report(memory_status(), 0, 0);
  const auto like = [](TensorRecord tensor, double elsewhere) {
    tensor.data = elsewhere;
    tensor.capacity = tensor.rows;
    return view<float>(tensor);
  };
  const RequestRecord& record = records.request;
  Gradient result{like(record.q, grad_q), like(record.k, grad_k), like(record.v, grad_v), like(record.bias, grad_bias)};
  return report(gradient(holder.request, given(), pointer<float>(scratch), result), 0, 0);
}

double plan() {
  const RequestOfRecord holder(records.request);
  if (holder.out_of_memory()) return report(memory_status(), 0, 0);
  const Words words = words_of(records.words);
  Trace planned;
  std::int64_t floats = 0;
  const Status status = plan_trace(holder.request, words.x.data ? &words : nullptr, planned, &floats);
  return report(status, floats, 0);
}

double trace_request(double storage, double table) {
  const RequestOfRecord holder(records.request);
  if (holder.out_of_memory()) return report(memory_status(), 0, 0);
  const Words words = words_of(records.words);
  Trace traced;
  const Status status = trace(holder.request, words.x.data ? &words : nullptr, pointer<float>(storage), traced);
  if (status) return report(status, 0, 0);
  double* row = pointer<double>(table);
  for (const Tensor& stage : traced.stage) {
    *row++ = address(stage.data);
    for (const std::int64_t size : stage.size) *row++ = static_cast<double>(size);
  }
  return report(status, 0, traced.masked_rows);
}

}  // namespace

EMSCRIPTEN_BINDINGS(heed) {
  using namespace emscripten;
  function("records", &records_address);
  function("flavour", &flavour_number);
#ifdef __EMSCRIPTEN_PTHREADS__
  function("startThreads", &start_threads);
#endif
  function("allocate", &allocate);
  function("release", &release);
  function("message", &message);
  function("argumentName", &argument_name_address);
  function("stageName", &stage_name_address);
  function("check", &check_request);
  function("attend", &attend_request);
  function("checkGradient", &check_gradient_request);
  function("gradient", &gradient_of_request);
  function("planTrace", &plan);
  function("trace", &trace_request);
}

}  // namespace heed::bindings
