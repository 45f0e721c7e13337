// Case files as tests/suites/pack.mjs packs them; the layout is stated there. Leaves out what the names mean to the
// core: case.h knows.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace suites {

struct NamedTensor {
  std::string name;
  double tolerance = 0;  // absolute; NaN: the rule of the design
  std::vector<std::int64_t> shape;
  std::vector<double> data;  // row-major
};

struct Case {
  std::string suite, name, op;
  std::map<std::string, double> options;
  std::vector<NamedTensor> inputs, expected;  // `expected` may hold a name twice: as printed, and exact

  const NamedTensor* input(const std::string& wanted) const;  // nullptr: this case has none
  std::optional<double> option(const std::string& wanted) const;
};

// All cases of HEED_SUITES_FILE, read on the first call. A file that is missing or not whole ends the program.
const std::vector<Case>& all_cases();

}  // namespace suites
