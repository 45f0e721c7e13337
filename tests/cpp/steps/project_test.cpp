// project: rows are words, columns are grouped by head.
#include "steps/project.h"

#include "support.h"

using namespace support;

TEST_CASE("project: a row times the matrix, q = x wq") {
  const Floats x = matrix(2, 3, {1, 2, 3, 4, 5, 6}), w = matrix(3, 2, {1, 0, 0, 1, 10, 100});
  Floats result(1, 1, 2, 2);
  heed::steps::project(x, w, result.view);
  CHECK(result.data == std::vector<float>{31, 302, 64, 605});
}

TEST_CASE("project: head h takes the h-th group of columns") {
  const Floats x = matrix(1, 2, {1, 1}), w = matrix(2, 4, {1, 2, 3, 4, 10, 20, 30, 40});
  Floats result(1, 2, 1, 2);
  heed::steps::project(x, w, result.view);
  CHECK(result.data == std::vector<float>{11, 22, 33, 44});
}

TEST_CASE("project: sums in double, so a large term that cancels takes nothing with it") {
  const Floats x = matrix(1, 3, {1, 1, 1}), w = matrix(3, 1, {1e8f, 1, -1e8f});
  Floats result(1, 1, 1, 1);
  heed::steps::project(x, w, result.view);
  CHECK(result.data[0] == 1);
}

TEST_CASE("project: a transposed view gives what its copy gives") {
  const Floats x = matrix(1, 2, {3, 5}), w = matrix(2, 3, {1, 2, 3, 4, 5, 6});
  const Floats transposed = matrix(3, 2, {1, 4, 2, 5, 3, 6});
  heed::ConstTensor view = transposed;
  std::swap(view.size[2], view.size[3]);
  std::swap(view.stride[2], view.stride[3]);
  Floats from_copy(1, 1, 1, 3), from_view(1, 1, 1, 3);
  heed::steps::project(x, w, from_copy.view);
  heed::steps::project(x, view, from_view.view);
  CHECK(from_copy.data == std::vector<float>{23, 31, 39});
  CHECK(from_view.data == from_copy.data);
}
