// A C++ program that uses the installed library: one query, two keys, two engines, and the Jacobian of its weights.
#include <heed/heed.h>
#include <heed/lab/softmax_jacobian.h>

#include <cstdio>
#include <vector>

int main() {
  const float q[] = {1, 0, 1, 0}, k[] = {1, 0, 1, 0, 0, 1, 0, 1}, v[] = {5, 0, 0, 0, 3, 0};
  heed::Request request;
  request.q = heed::row_major(q, 1, 1, 1, 4);
  request.k = heed::row_major(k, 1, 1, 2, 4);
  request.v = heed::row_major(v, 1, 1, 2, 3);
  const heed::Threads threads(2);
  request.threads = &threads;

  float output[3], weights[2];
  heed::Result result;
  result.output = heed::row_major(output, 1, 1, 1, 3);
  result.weights = heed::row_major(weights, 1, 1, 1, 2);
  for (const heed::Engine engine : {heed::Engine::kFused, heed::Engine::kSteps}) {
    request.engine = engine;
    std::int64_t scratch_floats = 0;
    if (heed::check(request, &scratch_floats)) return 1;
    std::vector<float> scratch(static_cast<std::size_t>(scratch_floats));
    if (heed::attend(request, scratch.data(), result)) return 1;
    std::printf("%.6f %.6f %.6f\n", output[0], output[1], output[2]);
  }

  const double row[] = {weights[0], weights[1]};
  float jacobian[4];
  heed::lab::softmax_jacobian(row, 2, jacobian);
  std::printf("%.6f\n", jacobian[1]);

  request.v.size[2] = 3;
  std::int64_t scratch_floats = 0;
  const heed::Status status = heed::check(request, &scratch_floats);
  char text[128];
  heed::describe(status, text, sizeof text);
  std::printf("%s: %s\n", heed::argument_name(status.argument), text);
}
