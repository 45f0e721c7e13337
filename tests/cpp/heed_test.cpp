// The contract itself: names, engines, what check and plan say, and how texts are written.
#include <algorithm>

#include "support.h"

using namespace support;
using heed::Argument;
using heed::Stage;

TEST_CASE("names: every argument and every stage has one, and past the last there is none") {
  CHECK(std::string(heed::argument_name(Argument::kNone)).empty());
  CHECK(std::string(heed::argument_name(Argument::kQ)) == "q");
  CHECK(std::string(heed::argument_name(Argument::kCausalOffset)) == "causalOffset");
  CHECK(std::string(heed::argument_name(Argument::kIndex)) == "index");
  CHECK(static_cast<int>(Argument::kIndex) == heed::kArgumentCount - 1);
  CHECK(heed::argument_name(static_cast<Argument>(heed::kArgumentCount)) == nullptr);
  CHECK(heed::argument_name(static_cast<Argument>(-1)) == nullptr);
  CHECK(std::string(heed::stage_name(Stage::kX)) == "x");
  CHECK(std::string(heed::stage_name(Stage::kRowMax)) == "rowMax");
  CHECK(std::string(heed::stage_name(Stage::kProjected)) == "projected");
  CHECK(static_cast<int>(Stage::kProjected) == heed::kStageCount - 1);
  CHECK(heed::stage_name(static_cast<Stage>(heed::kStageCount)) == nullptr);
}

TEST_CASE("engine: attend's default is fused, bit by bit; one that does not exist is refused") {
  Random random(21);
  const Floats q = random_floats(random, 1, 1, 5, 7), k = random_floats(random, 1, 1, 9, 7);
  heed::Request asked = request(q, k, k);
  asked.engine = heed::Engine::kDefault;
  const std::vector<float> by_default = attend(asked).output.data;
  asked.engine = heed::Engine::kFused;
  CHECK(attend(asked).output.data == by_default);
  asked.engine = static_cast<heed::Engine>(3);
  std::int64_t scratch_floats = -1;
  const heed::Status status = heed::check(asked, &scratch_floats);
  CHECK(status.code == heed::ErrorCode::kOption);
  CHECK(text(status) == "engine: must be 0, 1 or 2, got 3");
  CHECK(scratch_floats == 0);
}

TEST_CASE("engine: a trace comes from the steps whatever engine is asked for") {
  Random random(22);
  const Floats q = random_floats(random, 1, 1, 5, 7), k = random_floats(random, 1, 1, 9, 7);
  heed::Request asked = request(q, k, k);
  const std::vector<float> by_steps = attend(asked).output.data;
  asked.engine = heed::Engine::kFused;
  CHECK(values(trace(asked)[Stage::kOutput]) == by_steps);
}

TEST_CASE("steps: attend wants two rows of scratch, however many queries there are") {
  const Floats q = matrix(9, 1, std::vector<float>(9)), k = matrix(5, 1, std::vector<float>(5));
  std::int64_t scratch_floats = 0;
  REQUIRE(!heed::check(request(q, k, k), &scratch_floats));
  CHECK(scratch_floats == 10);
}

TEST_CASE("attend: a request that is wrong leaves the output alone") {
  const Floats q = matrix(1, 2, {1, 2}), k = matrix(2, 3, std::vector<float>(6)), v = matrix(2, 1, {3, 5});
  Floats output(1, 1, 1, 1, -77);
  float scratch[4];
  heed::Result result{output.view, {}, {}};
  CHECK(heed::attend(request(q, k, v), scratch, result).code == heed::ErrorCode::kShape);
  CHECK(output.data[0] == -77);
}

TEST_CASE("attend: output, weights and log-sum-exp must have their exact shapes") {
  const Floats q = matrix(2, 1, {1, 2}), k = matrix(3, 1, {1, 2, 3}), v = matrix(3, 4, std::vector<float>(12));
  const heed::Request good = request(q, k, v, 2);
  Floats output(1, 1, 2, 4), weights(1, 1, 2, 3), log_sum_exp(1, 1, 2, 1), wrong(1, 1, 3, 3);
  float scratch[6];
  heed::Result result{wrong.view, weights.view, log_sum_exp.view};
  CHECK(text(heed::attend(good, scratch, result)) == "out: the shape must be (2, 4), got (3, 3)");
  result = {output.view, wrong.view, log_sum_exp.view};
  CHECK(text(heed::attend(good, scratch, result)) == "weights: the shape must be (2, 3), got (3, 3)");
  result = {output.view, weights.view, wrong.view};
  CHECK(text(heed::attend(good, scratch, result)) == "logSumExp: the shape must be (2, 1), got (3, 3)");
  result = {output.view, weights.view, log_sum_exp.view};
  CHECK(!heed::attend(good, scratch, result));
}

TEST_CASE("describe: never writes past the capacity, ends with NUL, and says how much it needs") {
  heed::Status status;
  status.rule = heed::Rule::kScaleNeeded;
  const std::string whole = "must be given when the key width is 0, got none";
  char buffer[64];
  for (std::size_t capacity = 0; capacity < sizeof buffer; ++capacity) {
    std::fill(std::begin(buffer), std::end(buffer), '#');
    CHECK(heed::describe(status, buffer, capacity) == whole.size());
    if (capacity > 0) CHECK(std::string(buffer) == whole.substr(0, capacity - 1));
    CHECK(std::count(buffer + capacity, std::end(buffer), '#') ==
          static_cast<std::ptrdiff_t>(sizeof buffer - capacity));
  }
}

TEST_CASE("describe: writes numbers as a reader expects them") {
  const auto number_text = [](double number) {
    heed::Status status;
    status.rule = heed::Rule::kFinite;
    status.got_number = number;
    const std::string start = ": must be a finite number, got ";
    return text(status).substr(start.size());
  };
  CHECK(number_text(0) == "0");
  CHECK(number_text(-0.5) == "-0.5");
  CHECK(number_text(12.25) == "12.25");
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(-3) == "-3");
  CHECK(number_text(0.9999999) == "1");
  CHECK(number_text(1e15) == "1e15");
  CHECK(number_text(-2.5e-9) == "-2.5e-9");
  CHECK(number_text(double{kInfinity}) == "Infinity");
  CHECK(number_text(-double{kInfinity}) == "-Infinity");
  CHECK(number_text(double{kNan}) == "NaN");
}
