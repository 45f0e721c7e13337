// score: q . k for every key.
#include "steps/score.h"

#include "support.h"

using namespace support;

TEST_CASE("score: the dot product of the query with each key") {
  std::vector<float> query{1, 0, 1, 0}, scores(3);
  const Floats keys = matrix(3, 4, {1, 0, 1, 0, 0, 1, 0, 1, -2, 7, 1, 9});
  heed::steps::score(row(query), keys.view, 0, 0, row(scores));
  CHECK(scores == std::vector<float>{2, 0, -1});
}

TEST_CASE("score: takes the batch and the head that it is told") {
  std::vector<float> query{1}, scores(1);
  const Floats keys(2, 2, 1, 1, {10, 20, 30, 40});
  heed::steps::score(row(query), keys.view, 1, 0, row(scores));
  CHECK(scores[0] == 30);
}

TEST_CASE("score: sums in double") {
  std::vector<float> query{1, 1, 1}, scores(1);
  const Floats keys = matrix(1, 3, {1e8f, 1, -1e8f});
  heed::steps::score(row(query), keys.view, 0, 0, row(scores));
  CHECK(scores[0] == 1);
}

TEST_CASE("score: arrows without a width score 0") {
  std::vector<float> scores{kNan, kNan};
  const Floats keys = matrix(2, 0, {});
  heed::steps::score(heed::ConstRow{keys.view.data, 0, 1}, keys.view, 0, 0, row(scores));
  CHECK(scores == std::vector<float>{0, 0});
}
