// Shares rows out to threads. One thread owns a row from its first number to its last, so that any number of threads
// gives the same bits. Leaves out what is done with a row.
#pragma once
#include <cstdint>

#include "../heed.h"

namespace heed::fused {

// A function of ranges of rows and what it works on, so that no caller needs an allocation.
struct RowTask {
  void (*run)(const void* context, int worker, std::int64_t first, std::int64_t last);
  const void* context;
};

// How many workers rows_in_parallel will have; no threads: the caller alone. Known to the compiler in a build without.
#if HEED_THREADS
int worker_count(const Threads* threads);
#else
constexpr int worker_count(const Threads*) { return 1; }
#endif

// Returns when every row of 0 ... row_count - 1 was in one range first ... last - 1. No two ranges run at once with the
// same worker, 0 ... worker_count - 1. The caller works too and waits only for those who joined: a thread that is late
// or never came up costs speed, but nothing can hang on it. For one that joined and does not come back there is the
// Watch.
void rows_in_parallel(const Threads* threads, std::int64_t row_count, RowTask task);

// The same for anything that can be called as run(worker, first, last).
template <class Run>
void rows_in_parallel(const Threads* threads, std::int64_t row_count, const Run& run) {
  const auto call = [](const void* context, int worker, std::int64_t first, std::int64_t last) {
    (*static_cast<const Run*>(context))(worker, first, last);
  };
  rows_in_parallel(threads, row_count, RowTask{call, &run});
}

}  // namespace heed::fused
