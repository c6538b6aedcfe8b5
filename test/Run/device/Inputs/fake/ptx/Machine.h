// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the blocks of a launch one after the other, all threads of a block in
// step: those that are furthest behind go first, so they meet again after a
// branch.
#ifndef TEST_RUN_DEVICE_FAKE_PTX_MACHINE_H
#define TEST_RUN_DEVICE_FAKE_PTX_MACHINE_H

#include "Memory.h"
#include "Program.h"
#include "Warpgroup.h"

namespace ptx {

struct Launch {
  const Kernel *kernel;
  uint32_t grid[3], block[3], sharedBytes;
  std::vector<char> arguments;
};

/// A copy to shared memory that nobody waited for yet.
struct Copy {
  uint64_t to, bytes;
  char data[16];
};

class Machine {
public:
  Machine(Memory &memory, const Launch &launch, uint32_t number);

  /// Empty, or what went wrong where.
  std::string run();

  // For instructions.
  uint64_t get(const Operand &operand, uint32_t thread) const {
    return operand.value +
           (operand.reg < 0 ? 0 : registers[operand.reg * threads + thread]);
  }
  void set(const Operand &operand, uint32_t thread, uint64_t value) {
    registers[operand.reg * threads + thread] = value;
  }
  /// The bytes at an address, or null after saying what is wrong.
  char *access(Access access, bool isShared, uint64_t address, uint64_t bytes,
               const void *value, uint32_t thread);
  /// The same of the thread's own memory.
  char *own(uint64_t address, uint64_t bytes, uint32_t thread);
  void fail(const Instruction &instruction, uint32_t thread,
            const std::string &what);
  void branch(const Instruction &instruction);
  void leave();
  void meet();
  /// Keeps whole warps or warpgroups of `size` threads: the threads of others
  /// wait for the rest of theirs, as at shfl.sync. Returns true if any are
  /// left.
  bool gather(uint32_t size);
  /// Returns true if the threads at an instruction are whole warps.
  bool checkWarps(const Instruction &instruction);

  std::vector<uint32_t> active;          // threads to run
  std::vector<std::vector<Copy>> copies; // of each thread, not in a group
  std::vector<std::vector<std::vector<Copy>>> groups; // of each thread
  std::unique_ptr<Warpgroups> warpgroups; // of kernels with wgmma.mma_async
  const Launch &launch;
  uint32_t threads;
  uint32_t time = 0; // instructions that the block executed

private:
  void start(uint32_t block);
  void runBlock();
  void choose();
  void stay();
  void release();
  void failAlone(uint32_t thread);

  /// Alone: at an instruction of the warp (or warpgroup), before its other
  /// threads.
  enum class State : uint8_t { Runs, Waits, Ended, Alone };

  Memory &memory;
  Visitor visitor;
  const Instruction *current = nullptr;
  std::vector<uint64_t> registers; // [register][thread]
  std::vector<uint32_t> places;    // the next instruction of each thread
  std::vector<State> states;
  std::vector<uint32_t> here; // threads at `place`
  uint32_t place = 0, next = 0;
  bool mustChoose = true;
  std::vector<char> sharedBytes;
  std::vector<char> ownBytes; // of all threads
  Region shared;
  std::string failure;
};

} // namespace ptx

#endif // TEST_RUN_DEVICE_FAKE_PTX_MACHINE_H
