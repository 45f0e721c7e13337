// The native library beside OpenBLAS and oneDNN, one thread each: products and softmax as their users write them.
// native.cpp HEADS QUERIES KEYS WIDTH ROUNDS prints "contender median_ms" lines; a wrong answer ends it with 1.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "heed.h"

#if HAVE_OPENBLAS
#include <cblas.h>
extern "C" void openblas_set_num_threads(int);
#endif
#if HAVE_DNNL
#include <dnnl.hpp>
#endif

namespace {

using Floats = std::vector<float>;

struct Shape {
  std::int64_t heads, queries, keys, width;
};

struct Data {
  Floats q, k, v;
};

struct Contender {
  std::string name;
  std::function<void()> run;
  Floats output;
  std::vector<double> times;
};

Floats normals(std::int64_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  Floats numbers(static_cast<std::size_t>(count));
  for (float& number : numbers) number = normal(generator);
  return numbers;
}

heed::Request request_of(const Shape& shape, const Data& data) {
  heed::Request request;
  request.q = heed::row_major(data.q.data(), 1, shape.heads, shape.queries, shape.width);
  request.k = heed::row_major(data.k.data(), 1, shape.heads, shape.keys, shape.width);
  request.v = heed::row_major(data.v.data(), 1, shape.heads, shape.keys, shape.width);
  return request;
}

Contender& add(std::vector<Contender>& all, const char* name, const Shape& shape) {
  all.push_back({name, {}, Floats(static_cast<std::size_t>(shape.heads * shape.queries * shape.width)), {}});
  return all.back();
}

void add_heed(std::vector<Contender>& all, const Shape& shape, const Data& data, heed::Engine engine,
              const char* name) {
  Contender& contender = add(all, name, shape);
  heed::Request request = request_of(shape, data);
  request.engine = engine;
  std::int64_t floats = 0;
  if (heed::check(request, &floats)) std::exit(2);
  auto scratch = std::make_shared<Floats>(static_cast<std::size_t>(floats));
  float* output = contender.output.data();
  contender.run = [=] {
    heed::Result result;
    result.output = heed::row_major(output, 1, shape.heads, shape.queries, shape.width);
    if (heed::attend(request, scratch->data(), result)) std::exit(2);
  };
}

#if HAVE_OPENBLAS
void softmax_rows(float* scores, std::int64_t rows, std::int64_t columns) {
  for (float* row = scores; row < scores + rows * columns; row += columns) {
    const float most = *std::max_element(row, row + columns);
    float sum = 0;
    for (std::int64_t column = 0; column < columns; ++column) sum += row[column] = std::exp(row[column] - most);
    for (std::int64_t column = 0; column < columns; ++column) row[column] /= sum;
  }
}

void add_openblas(std::vector<Contender>& all, const Shape& shape, const Data& data) {
  openblas_set_num_threads(1);
  Contender& contender = add(all, "OpenBLAS", shape);
  auto scores = std::make_shared<Floats>(static_cast<std::size_t>(shape.queries * shape.keys));
  float* output = contender.output.data();
  contender.run = [=, &data] {
    const int n = static_cast<int>(shape.queries), m = static_cast<int>(shape.keys), d = static_cast<int>(shape.width);
    for (std::int64_t head = 0; head < shape.heads; ++head) {
      const float *q = data.q.data() + head * n * d, *k = data.k.data() + head * m * d,
                  *v = data.v.data() + head * m * d;
      const float scale = 1 / std::sqrt(static_cast<float>(d));
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, m, d, scale, q, d, k, d, 0, scores->data(), m);
      softmax_rows(scores->data(), n, m);
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, d, m, 1, scores->data(), m, v, d, 0,
                  output + head * n * d, d);
    }
  };
}
#endif

#if HAVE_DNNL
void add_dnnl(std::vector<Contender>& all, const Shape& shape, const Data& data) {
  using namespace dnnl;
  Contender& contender = add(all, "oneDNN", shape);
  const engine cpu(engine::kind::cpu, 0);
  using tag = memory::format_tag;
  const auto described = [](std::int64_t heads, std::int64_t rows, std::int64_t columns, tag order) {
    return memory::desc({heads, rows, columns}, memory::data_type::f32, order);
  };
  const auto q = described(shape.heads, shape.queries, shape.width, tag::abc);
  const auto k = described(shape.heads, shape.width, shape.keys, tag::acb);  // k, transposed
  const auto v = described(shape.heads, shape.keys, shape.width, tag::abc);
  const auto table = described(shape.heads, shape.queries, shape.keys, tag::abc);
  primitive_attr scaled;
  scaled.set_output_scales(0, {1 / std::sqrt(static_cast<float>(shape.width))});
  const matmul score(matmul::primitive_desc({q, k, table}, scaled, cpu));
  const softmax_forward weigh(softmax_forward::primitive_desc({prop_kind::forward_inference, table, 2}, cpu));
  const matmul blend(matmul::primitive_desc({table, v, q}, cpu));
  const auto held = [&](const memory::desc& desc, const Floats& numbers) {
    return memory(desc, cpu, const_cast<float*>(numbers.data()));
  };
  const memory q_held = held(q, data.q), k_held = held(k, data.k), v_held = held(v, data.v);
  const memory output = held(q, contender.output), scores(table, cpu);
  contender.run = [=] {
    stream work(cpu);
    score.execute(work, {{DNNL_ARG_SRC, q_held}, {DNNL_ARG_WEIGHTS, k_held}, {DNNL_ARG_DST, scores}});
    weigh.execute(work, {{DNNL_ARG_SRC, scores}, {DNNL_ARG_DST, scores}});
    blend.execute(work, {{DNNL_ARG_SRC, scores}, {DNNL_ARG_WEIGHTS, v_held}, {DNNL_ARG_DST, output}});
    work.wait();
  };
}
#endif

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

// Against the steps, whose sums are doubles. False: prints where.
bool is_right(const Contender& contender, const Floats& right) {
  for (std::size_t at = 0; at < right.size(); ++at)
    if (!(std::fabs(contender.output[at] - right[at]) <= 1e-4f)) {
      std::printf("wrong %s: %g instead of %g at %zu\n", contender.name.c_str(),
                  static_cast<double>(contender.output[at]), static_cast<double>(right[at]), at);
      return false;
    }
  return true;
}

}  // namespace

int main(int count, char** words) {
  if (count != 6) return 2;
  const Shape shape{std::atoll(words[1]), std::atoll(words[2]), std::atoll(words[3]), std::atoll(words[4])};
  const int rounds = std::atoi(words[5]);
  const std::int64_t key_floats = shape.heads * shape.keys * shape.width;
  const Data data{normals(shape.heads * shape.queries * shape.width, 1), normals(key_floats, 2),
                  normals(key_floats, 3)};
  std::vector<Contender> all;
  all.reserve(4);
  add_heed(all, shape, data, heed::Engine::kSteps, "steps");
  all[0].run();
  const Floats right = all[0].output;
  all.clear();
  add_heed(all, shape, data, heed::Engine::kFused, "heed");
#if HAVE_OPENBLAS
  add_openblas(all, shape, data);
#endif
#if HAVE_DNNL
  add_dnnl(all, shape, data);
#endif
  for (Contender& contender : all) {
    contender.run();
    if (!is_right(contender, right)) return 1;
  }
  for (int round = 0; round < rounds; ++round)
    for (Contender& contender : all) {
      const auto start = std::chrono::steady_clock::now();
      contender.run();
      contender.times.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
  for (const Contender& contender : all) std::printf("%s %.6f\n", contender.name.c_str(), median(contender.times));
}
