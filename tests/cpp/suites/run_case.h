// Runs one case through one engine and says what was off.
#pragma once
#include "findings.h"
#include "heed.h"
#include "records.h"

namespace suites {

// `threads` may be null; only the fused engine uses them. Stages that are tables of scores come from the trace, which
// is the steps engine's: they are compared with `engine` kSteps alone.
Findings run_case(const Case& one, heed::Engine engine, const heed::Threads* threads);

// The ops of run_case, by the name that a file gives them.
void run_attention(const Case& one, heed::Engine engine, const heed::Threads* threads, Findings& findings);
void run_gradient(const Case& one, heed::Engine engine, const heed::Threads* threads, Findings& findings);
void run_softmax(const Case& one, heed::Engine engine, const heed::Threads* threads, Findings& findings);
void run_matmul(const Case& one, heed::Engine engine, const heed::Threads* threads, Findings& findings);

}  // namespace suites
