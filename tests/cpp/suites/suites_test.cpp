// Every case file through every engine. Each engine prints a line for each suite, which tests/run.mjs gathers into the
// table of suites and builds.
#include <doctest/doctest.h>

#include <cstdio>
#include <map>

#include "run_case.h"

namespace suites {

namespace {

// Tables of scores, and what is projected from them: no engine but the steps keeps those.
bool from_trace_only(const std::string& name) {
  return name == "scores" || name == "scaled" || name == "capped" || name == "masked" || name == "projected";
}

void run_all(heed::Engine engine, const char* engine_name) {
  const heed::Threads threads(3);
  struct Count {
    int files = 0, within = 0;
  };
  std::map<std::string, Count> counts;
  for (const Case& one : all_cases()) {
    const Findings findings = run_case(one, engine, &threads);
    CHECK_MESSAGE(findings.compared() > 0, one.name << ": no answer of the file was compared");
    for (const NamedTensor& file : one.expected) {
      const bool elsewhere = engine == heed::Engine::kFused && from_trace_only(file.name);
      CHECK_MESSAGE((elsewhere || findings.has_compared(file.name)),
                    one.name << ": " << file.name << " was not compared");
    }
    for (const std::string& wrong : findings.wrong()) FAIL_CHECK(one.suite << "/" << one.name << ": " << wrong);
    ++counts[one.suite].files;
    counts[one.suite].within += findings.wrong().empty();
  }
  for (const auto& [suite, count] : counts)
    std::printf("suite %s, %s: %d files, %d within tolerance\n", suite.c_str(), engine_name, count.files, count.within);
}

}  // namespace

Findings run_case(const Case& one, heed::Engine engine, const heed::Threads* threads) {
  Findings findings;
  if (one.op == "Softmax" || one.op == "LogSoftmax") {
    run_softmax(one, engine, threads, findings);
  } else if (one.op == "MatMul") {
    run_matmul(one, engine, threads, findings);
  } else {
    run_attention(one, engine, threads, findings);
    if (one.input("grad_output")) run_gradient(one, engine, threads, findings);
  }
  return findings;
}

TEST_CASE("the steps engine is within tolerance of every case file") { run_all(heed::Engine::kSteps, "steps"); }

TEST_CASE("the fused engine is within tolerance of every case file") { run_all(heed::Engine::kFused, "fused"); }

}  // namespace suites
