#include "rows_in_parallel.h"

#include <algorithm>

#if HEED_THREADS
#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>
#ifdef __EMSCRIPTEN__
#include <emscripten/threading.h>

#include <climits>
#else
#include <condition_variable>
#include <mutex>
#endif
#endif

namespace heed {

#if HEED_THREADS

namespace fused {

namespace {

// Many ranges a worker even out rows of unequal length (causal) and threads of unequal speed: with 8, the last to end
// had 4 % more than its half of 1 head of 2048 queries.
constexpr std::int64_t kRangesPerWorker = 64;

// 0.07 ms in Node. It outlasts the copying between two calls of middling size, so that the second finds all awake.
constexpr int kSpins = 200000;

class Job {
 public:
  Job(RowTask task, std::int64_t row_count, int workers)
      : task_(task),
        row_count_(row_count),
        range_(std::max<std::int64_t>(1, row_count / (workers * kRangesPerWorker))) {}

  // Works until no range is left; gives how many this worker had.
  std::int64_t work(int worker) {
    std::int64_t ranges = 0;
    for (std::int64_t first; (first = next_.fetch_add(range_, std::memory_order_relaxed)) < row_count_; ++ranges)
      task_.run(task_.context, worker, first, std::min(row_count_, first + range_));
    return ranges;
  }

 private:
  const RowTask task_;
  const std::int64_t row_count_, range_;
  std::atomic<std::int64_t> next_{0};
};

// A number that threads wait on.
class Word {
 public:
  std::atomic<std::uint32_t> value{0};

#ifdef __EMSCRIPTEN__
  // No lock, which a worker that is ended could leave locked.
  void wake() { emscripten_futex_wake(&value, INT_MAX); }
  void wait(std::uint32_t seen, double milliseconds) { emscripten_futex_wait(&value, seen, milliseconds); }
#else
  void wake() {
    {
      const std::lock_guard lock(mutex_);
    }  // whoever saw the old value is waiting by now
    changed_.notify_all();
  }
  void wait(std::uint32_t seen, double milliseconds) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double, std::milli>(milliseconds), [&] { return value != seen; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
#endif
};

constexpr double kLong = 1e9;  // milliseconds

// How often the caller looks before it takes a thread for stalled: several short naps, since a page that was suspended
// meanwhile, threads and all, then loses one of them.
constexpr int kNaps = 10;

}  // namespace

// Fork and join. A job is open to be joined from the moment it is posted until its caller finds no range left.
class Pool {
 public:
  Pool(int total, Watch watch) : watch_(watch) {
    for (int worker = 1; worker < std::min(total, kMaxThreads); ++worker)
      if (!start(worker)) return;
  }

  ~Pool() {
    ending_ = true;
    post();
    for (int i = 0; i < thread_count_; ++i) threads_[i].join();
  }

  int worker_count() const { return thread_count_ + 1; }

  void run(Job& job) {
    // A second call at the same time, from another thread of the caller's, works alone.
    if (busy_.exchange(true)) {
      job.work(0);
      return;
    }
    job_ = &job;
    joined_.value = kOpen;
    post();
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t ranges = job.work(0);
    joined_.value &= ~kOpen;  // from here on nobody joins
    const std::chrono::duration<double, std::milli> worked = std::chrono::steady_clock::now() - start;
    await_others(worked.count() / static_cast<double>(std::max<std::int64_t>(1, ranges)));
    busy_ = false;
  }

 private:
  static constexpr std::uint32_t kOpen = 1u << 31;

  // Waits a little with open eyes: a call comes in several jobs, and to be woken costs more than the next one is away.
  template <class Condition>
  static void spin_until(const Condition& holds) {
    for (int i = 0; i < kSpins && !holds(); ++i) {
    }
  }

  void post() {
    ++posted_.value;
    posted_.wake();
  }

  // `one_range`: how many milliseconds a range takes. Each thread has at most one to finish.
  void await_others(double one_range) {
    spin_until([&] { return joined_.value == 0; });
    const double nap = std::max(one_range, watch_.patience / kNaps);
    int naps = 0;
    for (std::uint32_t joined; (joined = joined_.value) != 0;) {
      joined_.wait(joined, nap);
      naps = joined_.value == joined ? naps + 1 : 0;
      if (naps % kNaps == 0 && naps > 0 && watch_.stalled) watch_.stalled();
    }
  }

  // False where the system gives no more threads.
  bool start(int worker) {
    const auto serving = [this, worker] { serve(worker); };
#ifdef __cpp_exceptions
    try {
      threads_[thread_count_] = std::thread(serving);
    } catch (const std::system_error&) {
      return false;
    }
#else
    threads_[thread_count_] = std::thread(serving);
#endif
    ++thread_count_;
    return true;
  }

  void serve(int worker) {
    for (std::uint32_t seen = 0; !ending_;) {
      spin_until([&] { return posted_.value != seen; });
      posted_.wait(seen, kLong);
      seen = posted_.value;
      if (!join()) continue;  // too late, or woken for nothing
      job_->work(worker);
      leave();
    }
  }

  bool join() {
    std::uint32_t joined = joined_.value;
    while (joined & kOpen)
      if (joined_.value.compare_exchange_weak(joined, joined + 1)) return true;
    return false;
  }

  void leave() {
    if (--joined_.value == 0) joined_.wake();
  }

  const Watch watch_;
  std::atomic<bool> busy_{false};    // a call has the threads
  std::atomic<bool> ending_{false};  // the pool is
  Job* job_ = nullptr;               // changes only while nobody can join
  Word posted_;                      // how many jobs
  Word joined_;                      // by how many threads beside the caller; kOpen: by more, if they come

  int thread_count_ = 0;
  std::thread threads_[kMaxThreads - 1];
};

void rows_in_parallel(const Threads* threads, std::int64_t row_count, RowTask task) {
  Job job(task, row_count, worker_count(threads));
  if (worker_count(threads) > 1 && row_count > 1) {
    threads->pool()->run(job);
  } else {
    job.work(0);
  }
}

}  // namespace fused

Threads::Threads(int total, Watch watch) : pool_(new fused::Pool(total, watch)) {}
Threads::~Threads() { delete pool_; }
int Threads::count() const { return pool_->worker_count(); }

int fused::worker_count(const Threads* threads) { return threads ? threads->count() : 1; }

#else

Threads::Threads(int, Watch) : pool_(nullptr) {}
Threads::~Threads() = default;
int Threads::count() const { return 1; }

void fused::rows_in_parallel(const Threads*, std::int64_t row_count, RowTask task) {
  if (row_count > 0) task.run(task.context, 0, 0, row_count);
}

#endif

}  // namespace heed
