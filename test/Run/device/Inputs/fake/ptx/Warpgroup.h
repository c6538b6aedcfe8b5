// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hopper's warpgroup matmuls of one block: those in flight, and the fences that
// order them after other accesses to their registers and shared memory. Times
// count the instructions that the block executed, from 1.
#ifndef TEST_RUN_DEVICE_FAKE_PTX_WARPGROUP_H
#define TEST_RUN_DEVICE_FAKE_PTX_WARPGROUP_H

#include "Memory.h"
#include "Program.h"

#include <deque>

namespace ptx {

constexpr uint32_t warpThreads = 32, warpgroupThreads = 128;

/// wgmma.mma_async in flight: issued, but not covered by a wait_group yet.
/// It computes when it is waited for.
struct Matmul {
  const Instruction *instruction;
  uint64_t descriptors[2]; // of A and B
  bool accumulates;        // scale-d
  void (*finish)(Machine &, const Matmul &, uint32_t firstThread);
};

struct Warpgroup {
  std::vector<Matmul> open;               // not committed
  std::deque<std::vector<Matmul>> groups; // committed
  uint32_t inFlight = 0;
  uint32_t fenceTime = 0; // of the last wgmma.fence
};

/// One register of a warpgroup.
struct Accumulator {
  const Instruction *user = nullptr; // last wgmma.mma_async
  uint32_t inFlight = 0;             // wgmma.mma_async that use it
  uint32_t accessTime = 0;           // of the last other instruction
};

class Warpgroups {
public:
  Warpgroups(Machine &machine, uint64_t sharedBytes);

  Warpgroup &of(uint32_t thread) { return all[thread / warpgroupThreads]; }
  Accumulator &accumulator(int32_t reg, uint32_t thread) {
    return accumulators[reg * all.size() + thread / warpgroupThreads];
  }
  /// Records writes to shared memory. Returns an error if a read through the
  /// async proxy is not ordered after them, or null.
  const char *visit(Access access, uint64_t offset, uint64_t bytes,
                    uint32_t thread, uint32_t time);
  void fenceProxy(uint32_t thread, uint32_t time) { fences[thread] = time; }
  /// Records a barrier of the block.
  void meet() { orderedFences = fences; }

private:
  struct Write {
    uint32_t thread = 0, time = 0;
  };

  std::vector<Warpgroup> all;
  std::vector<Accumulator> accumulators; // [register][warpgroup]
  std::vector<Write> writes;             // the last one of each shared byte
  /// Times of each thread's last fence.proxy.async, and of the last one before
  /// the last barrier.
  std::vector<uint32_t> fences, orderedFences;
};

} // namespace ptx

#endif // TEST_RUN_DEVICE_FAKE_PTX_WARPGROUP_H
