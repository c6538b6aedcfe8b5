// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a: run ... probe 0 |          wait         | compare, run ... probe 1 | ...
// b:      wait       | run ... probe 0, wait |           wait           | ...
#include "Check/Lockstep.h"
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace mlir::amp;
using namespace mlir::amp::runner;

namespace {
enum class Side { A, B };

/// Program whose turn it is, and the value that the first program shows.
struct Turns {
  using Meeting = llvm::function_ref<void(int64_t, const void *, const void *)>;
  explicit Turns(Meeting meet) : meet(meet) {}

  void waitFor(Side side) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return turn == side; });
  }

  void give(Side side) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      turn = side;
    }
    changed.notify_all();
  }

  /// A shows and waits until B came as far; B shows the same, or they parted.
  void show(Side side, int64_t index, const void *value) {
    if (!isTogether)
      return;
    if (side == Side::A) {
      shownIndex = index;
      shownValue = value;
      give(Side::B);
      return waitFor(Side::A);
    }
    if (hasEnded || shownIndex != index) {
      isTogether = false;
      return;
    }
    meet(index, shownValue, value);
    give(Side::A);
    waitFor(Side::B);
  }

  void end(Side side) {
    if (side == Side::A)
      hasEnded = true;
    else if (!hasEnded)
      isTogether = false;
    give(side == Side::A ? Side::B : Side::A);
  }

  Meeting meet;
  std::mutex mutex;
  std::condition_variable changed;
  Side turn = Side::A;
  int64_t shownIndex = -1;
  const void *shownValue = nullptr;
  bool hasEnded = false; // A has
  bool isTogether = true;
};
} // namespace

static Turns *current = nullptr;
static thread_local Side ownSide = Side::A;

void mlir::amp::runner::showValue(int64_t index, void *descriptor) {
  // An unaligned base, the aligned one, then offset, sizes and strides: dense.
  current->show(ownSide, index, static_cast<void **>(descriptor)[1]);
}

bool Lockstep::run(
    llvm::function_ref<void()> a, llvm::function_ref<void()> b,
    llvm::function_ref<void(int64_t, const void *, const void *)> meet) {
  Turns turns(meet);
  current = &turns;
  std::thread other([&] {
    ownSide = Side::B;
    turns.waitFor(Side::B);
    b();
    turns.end(Side::B);
  });
  ownSide = Side::A;
  a();
  turns.end(Side::A);
  other.join();
  current = nullptr;
  return turns.isTogether;
}
