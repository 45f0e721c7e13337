// Every row once, by one worker at a time, whatever the number of threads and rows.
#include "fused/rows_in_parallel.h"

#include <atomic>
#include <memory>
#if HEED_THREADS
#include <chrono>
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

namespace {

using std::chrono::steady_clock;

// A Watch takes a plain function, so what it counts cannot lie in the test case.
std::atomic<int> reports;
void report() { ++reports; }

// Another thread than the caller joins and stays away until so many reports have come, for ten seconds at most.
bool each_row_once_though_one_stalls(const Threads& threads, int until_reports) {
  reports = 0;
  std::atomic<bool> other_came{false};
  const auto end = steady_clock::now() + std::chrono::seconds(10);
  Counts counts(1000);
  rows_in_parallel(&threads, 1000, [&](int worker, std::int64_t first, std::int64_t last) {
    if (worker != 0) other_came = true;
    while (!other_came || (worker != 0 && reports < until_reports && steady_clock::now() < end))
      std::this_thread::yield();
    counts.take(worker, threads.count(), first, last);
  });
  return counts.once_each();
}

}  // namespace

TEST_CASE("rows in parallel: a thread that does not come back is reported, and waited for if the report returns") {
  // So patient that a thread which a busy machine lets wait is not taken for one that stays away.
  const Threads threads(3, {report, 500});
  for (const int until_reports : {0, 1, 2}) {
    CAPTURE(until_reports);
    CHECK(each_row_once_though_one_stalls(threads, until_reports));
    CHECK(reports == until_reports);
  }
}

TEST_CASE("rows in parallel: a thread that needs some times as long as the caller is not reported") {
  reports = 0;
  const Threads threads(2, {report, 40});
  std::atomic<bool> other_came{false};
  rows_in_parallel(&threads, 8, [&](int worker, std::int64_t, std::int64_t) {
    if (worker != 0) other_came = true;
    while (!other_came) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(worker == 0 ? 30 : 150));
  });
  CHECK(reports == 0);
}
#endif
