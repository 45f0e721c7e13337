// What came out of one case: which of its answers were compared, and which were off.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "records.h"
#include "reference.h"

namespace suites {

class Findings {
 public:
  void that(bool holds, const std::string& otherwise) {
    if (!holds) wrong_.push_back(otherwise);
  }

  // Against float64, by the rule of the design.
  void exact(const std::string& name, const heed::Tensor& got, const reference::Numbers& want) {
    const double worst = reference::worst(got, want);
    that(worst <= 1, name + " is " + std::to_string(worst) + " tolerances from float64");
  }

  // Against the file's numbers, `want`, in the order of `got`; by its own tolerance if it has one, else by the rule.
  // Files write float32 numbers in few digits, so equal (tolerance 0) means equal as float32.
  void answer(const NamedTensor& file, std::vector<double> want, const heed::Tensor& got, reference::Numbers rule) {
    compared_.insert(file.name);
    if (want.size() != rule.want.size()) return that(false, file.name + " has another count of numbers than the file");
    rule.want = std::move(want);
    if (file.tolerance == 0)
      for (double& number : rule.want) number = static_cast<float>(number);
    if (!std::isnan(file.tolerance)) std::fill(rule.tolerance.begin(), rule.tolerance.end(), file.tolerance);
    const double worst = reference::worst(got, rule);
    that(worst <= 1, file.name + " is " + std::to_string(worst) + " tolerances from the file");
  }

  bool has_compared(const std::string& name) const { return compared_.contains(name); }
  std::size_t compared() const { return compared_.size(); }
  const std::vector<std::string>& wrong() const { return wrong_; }

 private:
  std::set<std::string> compared_;
  std::vector<std::string> wrong_;
};

}  // namespace suites
