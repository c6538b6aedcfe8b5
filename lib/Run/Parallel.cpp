// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread pool that lives as long as the process. The caller opens a gate, works
// along, closes the gate when no part is left, and waits for the threads that
// have entered. It does not wait for threads that sleep during the job.
#include "Parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <sched.h>
#include <thread>

namespace {
constexpr uint64_t open = 1, inside = 2, insideMask = 0xfffe, round = 0x10000;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

struct Job {
  void (*body)(void *, int64_t, int64_t) = nullptr;
  void *context = nullptr;
  int64_t extent = 0, part = 0;
  std::atomic<int64_t> next{0};

  void work() {
    for (int64_t begin;
         (begin = next.fetch_add(part, std::memory_order_relaxed)) < extent;)
      body(context, begin, std::min(begin + part, extent));
  }
};

class Pool {
public:
  explicit Pool(int threads) : threads(threads) {
    for (int i = 1; i < threads; ++i)
      std::thread(&Pool::serve, this).detach();
  }

  const int threads;
  std::mutex isTaken; // held by the thread that owns the job

  void run() {
    gate = (gate.load() & ~(round - 1)) + round + open;
    if (sleepers > 0) {
      std::lock_guard<std::mutex> lock(mutex);
      wake.notify_all();
    }
    job.work();
    gate &= ~open;
    for (int spins = 0; gate.load() & insideMask; ++spins)
      spins < 1000 ? relax() : (void)sched_yield();
  }

  Job job;

private:
  [[noreturn]] void serve();
  uint64_t waitForRound(uint64_t last);
  bool isNew(uint64_t now, uint64_t last) {
    return (now & open) && now / round != last;
  }

  std::atomic<uint64_t> gate{0}; // round, threads inside, open flag
  std::atomic<int> sleepers{0};
  std::mutex mutex;
  std::condition_variable wake;
};

/// True while this thread works on a part: nested parallel calls are serial.
thread_local bool isBusy = false;

Pool &getPool() {
  static Pool &pool = *new Pool([] {
    const char *wanted = std::getenv("AMP_THREADS");
    int threads = wanted ? std::atoi(wanted) : 0;
    if (threads <= 0)
      threads = std::thread::hardware_concurrency();
    return std::clamp(threads, 1, 256);
  }());
  return pool;
}
} // namespace

uint64_t Pool::waitForRound(uint64_t last) {
  constexpr int spins = 5000; // some 50 to 100 us
  for (int i = 0; i < spins; ++i) {
    uint64_t now = gate.load(std::memory_order_relaxed);
    if (isNew(now, last))
      return now;
    relax();
  }
  std::unique_lock<std::mutex> lock(mutex);
  ++sleepers;
  wake.wait(lock, [&] { return isNew(gate.load(), last); });
  --sleepers;
  return gate.load();
}

void Pool::serve() {
  isBusy = true;
  for (uint64_t last = 0;;) {
    uint64_t now = waitForRound(last);
    if (!isNew(now, last) || !gate.compare_exchange_strong(now, now + inside))
      continue;
    last = now / round;
    job.work();
    gate -= inside;
  }
}

int amprt::countThreads() { return getPool().threads; }

void amprt_parallel_for(int64_t extent, int64_t grain,
                        void (*body)(void *, int64_t, int64_t), void *context) {
  if (extent <= 0)
    return;
  grain = std::max<int64_t>(grain, 1);
  if (isBusy || extent <= grain || getPool().threads == 1)
    return body(context, 0, extent);
  Pool &pool = getPool();
  std::unique_lock<std::mutex> lock(pool.isTaken, std::try_to_lock);
  if (!lock)
    return body(context, 0, extent);
  // More parts than threads, for load balancing.
  int64_t parts = std::min<int64_t>(extent / grain, 4 * pool.threads);
  pool.job.body = body;
  pool.job.context = context;
  pool.job.extent = extent;
  pool.job.part = (extent + parts - 1) / parts;
  pool.job.next.store(0, std::memory_order_relaxed);
  isBusy = true;
  pool.run();
  isBusy = false;
}
