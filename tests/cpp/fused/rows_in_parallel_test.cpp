// Every row once, by one worker at a time, whatever the number of threads and rows.
#include "fused/rows_in_parallel.h"

#include <atomic>
#include <memory>
#if HEED_THREADS
#include <thread>
#endif

#include "support.h"

using heed::Threads;
using heed::fused::rows_in_parallel;
using namespace support;

namespace {

struct Counts {
  explicit Counts(std::int64_t rows) : visits(static_cast<std::size_t>(rows)) {}
  std::vector<std::atomic<int>> visits;
  std::atomic<int> busy[heed::kMaxThreads] = {};
  std::atomic<int> wrong{0};

  void take(int worker, int workers, std::int64_t first, std::int64_t last) {
    if (worker < 0 || worker >= workers || busy[worker]++ != 0 || first >= last) ++wrong;
    for (std::int64_t row = first; row < last; ++row) ++visits[static_cast<std::size_t>(row)];
    --busy[worker];
  }
  bool once_each() const {
    for (const std::atomic<int>& count : visits)
      if (count != 1) return false;
    return wrong == 0;
  }
};

bool visits_each_row_once(const Threads* threads, std::int64_t rows) {
  Counts counts(rows);
  const int workers = heed::fused::worker_count(threads);
  rows_in_parallel(threads, rows, [&](int worker, std::int64_t first, std::int64_t last) {
    counts.take(worker, workers, first, last);
  });
  return counts.once_each();
}

}  // namespace

TEST_CASE("threads: there are as many as asked for, 1 at least; a build without threads has 1") {
  const auto expected = [](int total) { return HEED_THREADS ? total : 1; };
  CHECK(Threads(8).count() == expected(8));
  CHECK(Threads(2).count() == expected(2));
  CHECK(Threads(1).count() == 1);
  CHECK(Threads(0).count() == 1);
  CHECK(Threads(-5).count() == 1);
}

TEST_CASE("rows in parallel: every row once, at 1, 2, 3 and 8 threads, again and again") {
  for (const std::int64_t rows : {0, 1, 2, 3, 7, 8, 9, 64, 1000}) CHECK(visits_each_row_once(nullptr, rows));
  for (const int total : {1, 2, 3, 8}) {
    CAPTURE(total);
    const Threads threads(total);
    for (int round = 0; round < 40; ++round)
      for (const std::int64_t rows : {0, 1, 2, 3, 7, 8, 9, 64, 1000}) CHECK(visits_each_row_once(&threads, rows));
  }
}

TEST_CASE("rows in parallel: threads that were never used can be ended") {
  for (int round = 0; round < 20; ++round) const Threads threads(3);
}

#if HEED_THREADS
TEST_CASE("rows in parallel: the other threads work too") {
  const Threads threads(2);
  // The caller's first range ends only when another worker has begun one: with one thread at work this would not end.
  std::atomic<bool> other_came{false};
  rows_in_parallel(&threads, 1000, [&](int worker, std::int64_t, std::int64_t) {
    if (worker != 0) other_came = true;
    while (!other_came) std::this_thread::yield();
  });
  CHECK(other_came);
}

TEST_CASE("rows in parallel: two callers at once share the threads' work out rightly") {
  const Threads threads(3);
  std::atomic<int> wrong{0};
  const auto call = [&] {
    for (int round = 0; round < 100; ++round) wrong += !visits_each_row_once(&threads, 50);
  };
  std::thread second(call);
  call();
  second.join();
  CHECK(wrong == 0);
}
#endif
