#include "rows_in_parallel.h"

#include <algorithm>

#if HEED_THREADS
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace heed {

#if HEED_THREADS

namespace fused {

namespace {

// Several ranges a worker even out rows of unequal length (causal) and threads of unequal speed.
constexpr std::int64_t kRangesPerWorker = 8;

constexpr int kSpins = 20000;  // some tens of microseconds

class Job {
 public:
  Job(RowTask task, std::int64_t row_count, int workers)
      : task_(task),
        row_count_(row_count),
        range_(std::max<std::int64_t>(1, row_count / (workers * kRangesPerWorker))) {}

  // Works until no range is left.
  void work(int worker) {
    for (std::int64_t first; (first = next_.fetch_add(range_, std::memory_order_relaxed)) < row_count_;)
      task_.run(task_.context, worker, first, std::min(row_count_, first + range_));
  }

 private:
  const RowTask task_;
  const std::int64_t row_count_, range_;
  std::atomic<std::int64_t> next_{0};
};

}  // namespace

// Fork and join. A job is open to be joined from the moment it is posted until its caller finds no range left.
class Pool {
 public:
  explicit Pool(int total) {
    for (int worker = 1; worker < std::min(total, kMaxThreads); ++worker)
      if (!start(worker)) return;
  }

  ~Pool() {
    post(nullptr);
    for (int i = 0; i < thread_count_; ++i) threads_[i].join();
  }

  int worker_count() const { return thread_count_ + 1; }

  void run(Job& job) {
    // A second call at the same time, from another thread of the caller's, works alone.
    const std::unique_lock call(one_call_, std::try_to_lock);
    if (!call) return job.work(0);
    post(&job);
    job.work(0);
    {
      const std::lock_guard lock(mutex_);
      job_ = nullptr;  // from here on nobody joins
    }
    spin_until([&] { return joined_ == 0; });
    std::unique_lock lock(mutex_);
    left_.wait(lock, [&] { return joined_ == 0; });
  }

 private:
  // Waits a little with open eyes: a call comes in several jobs, and to be woken costs more than the next one is away.
  template <class Condition>
  static void spin_until(const Condition& holds) {
    for (int i = 0; i < kSpins && !holds(); ++i) {
    }
  }

  // No job: the pool is ending.
  void post(Job* job) {
    {
      const std::lock_guard lock(mutex_);
      job_ = job;
      stopping_ = !job;
      ++posted_;
    }
    opened_.notify_all();
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
    for (std::uint64_t seen = 0;;) {
      spin_until([&] { return posted_ != seen; });
      std::unique_lock lock(mutex_);
      opened_.wait(lock, [&] { return posted_ != seen; });
      if (stopping_) return;
      seen = posted_;
      Job* const job = job_;
      if (!job) continue;  // too late
      ++joined_;
      lock.unlock();
      job->work(worker);
      lock.lock();
      if (--joined_ == 0) left_.notify_all();
    }
  }

  std::mutex one_call_;  // held by the call that the threads work for
  std::mutex mutex_;     // guards what changes below; the two atomics may be read without it
  std::condition_variable opened_, left_;
  Job* job_ = nullptr;
  std::atomic<std::uint64_t> posted_{0};
  std::atomic<int> joined_{0};
  bool stopping_ = false;

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

Threads::Threads(int total) : pool_(new fused::Pool(total)) {}
Threads::~Threads() { delete pool_; }
int Threads::count() const { return pool_->worker_count(); }

#else

Threads::Threads(int) : pool_(nullptr) {}
Threads::~Threads() = default;
int Threads::count() const { return 1; }

void fused::rows_in_parallel(const Threads*, std::int64_t row_count, RowTask task) {
  if (row_count > 0) task.run(task.context, 0, 0, row_count);
}

#endif

int fused::worker_count(const Threads* threads) { return threads ? threads->count() : 1; }

}  // namespace heed
