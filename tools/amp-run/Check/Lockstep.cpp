// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 0: run ... probe 0 |          wait          |             wait             |
// 1:      wait       | run ... probe 0, wait  |             wait             |
// 2:      wait       |          wait          | run ... probe 0, compare all |
#include "Check/Lockstep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace mlir::amp;
using namespace mlir::amp::runner;

namespace {
/// Scheduler: the program that may run, and the latest values of all programs.
class Turns {
public:
  Turns(unsigned count, Lockstep::Meeting meet)
      : meet(meet), hasEnded(count), values(count) {}

  void waitFor(unsigned program) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return turn == program; });
  }

  /// Passes the value of a probe and waits for the other programs. Programs
  /// that reach different probes are no longer in lockstep.
  void show(unsigned program, int64_t index, const void *value) {
    if (!isTogether)
      return;
    if (program == 0)
      shownIndex = index;
    if (hasEnded[0] || shownIndex != index) {
      isTogether = false;
      return;
    }
    values[program] = value;
    if (program + 1 == values.size())
      meet(index, values);
    pass(program);
    waitFor(program);
  }

  void end(unsigned program) {
    hasEnded[program] = true;
    if (!hasEnded[0])
      isTogether = false;
    pass(program);
  }

  bool areTogether() const { return isTogether; }

private:
  /// Lets the next program run that has not ended.
  void pass(unsigned program) {
    if (llvm::all_of(hasEnded, [](bool ended) { return ended; }))
      return;
    unsigned next = program;
    do
      next = (next + 1) % values.size();
    while (hasEnded[next]);
    {
      std::lock_guard<std::mutex> lock(mutex);
      turn = next;
    }
    changed.notify_all();
  }

  Lockstep::Meeting meet;
  std::mutex mutex;
  std::condition_variable changed;
  unsigned turn = 0;
  int64_t shownIndex = -1;
  bool isTogether = true;
  llvm::SmallVector<bool> hasEnded;
  llvm::SmallVector<const void *> values;
};
} // namespace

static Turns *current = nullptr;
static thread_local unsigned ownNumber = 0;

void mlir::amp::runner::showValue(int64_t index, void *descriptor) {
  // Memref descriptor: allocated and aligned pointer, offset, sizes, strides.
  current->show(ownNumber, index, static_cast<void **>(descriptor)[1]);
}

bool Lockstep::run(llvm::ArrayRef<Program> programs, Meeting meet) {
  Turns turns(programs.size(), meet);
  current = &turns;
  auto runOne = [&](unsigned number) {
    ownNumber = number;
    turns.waitFor(number);
    programs[number]();
    turns.end(number);
  };
  std::vector<std::thread> others;
  for (unsigned number = 1; number < programs.size(); ++number)
    others.emplace_back(runOne, number);
  runOne(0);
  for (std::thread &other : others)
    other.join();
  current = nullptr;
  return turns.areTogether();
}
