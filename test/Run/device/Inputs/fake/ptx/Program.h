// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsed module of PTX.
#ifndef TEST_RUN_DEVICE_FAKE_PTX_PROGRAM_H
#define TEST_RUN_DEVICE_FAKE_PTX_PROGRAM_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ptx {
class Machine;
struct Instruction;

/// Does one instruction for all threads that are at it.
using Operation = void (*)(Machine &, const Instruction &);

/// Content of `register`, or 0, plus `value`: a register, a constant, or an
/// address.
struct Operand {
  int32_t reg = -1;
  uint64_t value = 0;
};

struct Instruction {
  std::string name; // "ld.global.v2.b32"
  Operation run = nullptr;
  Operation checked = nullptr; // what runs after checks of accumulators
  int32_t guard = -1;          // the predicate that it needs
  bool isGuardNegated = false;
  std::vector<Operand> operands; // {a, b} and a|b are two
  std::vector<uint32_t> widths;  // how many of them belong together
  uint32_t target = 0;           // of a branch
  uint32_t line = 0;
  /// Of one element that it moves, and how many there are.
  uint32_t bytes = 0, count = 1;
  bool isSigned = false; // they fill larger registers so
};

struct Parameter {
  std::string name;
  uint32_t bytes, offset;
};

struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Instruction> code;
  std::map<int32_t, std::string> specials; // registers that hold %tid.x, ...
  std::vector<int32_t> accumulators;       // registers of wgmma.mma_async
  uint32_t registers = 0;
  uint32_t mostThreads = 1024;
  uint32_t sharedBytes = 0; // without those of the launch
  uint32_t ownBytes = 0;    // of each thread
};

struct Module {
  std::map<std::string, std::unique_ptr<Kernel>> kernels;
  std::map<std::string, std::vector<char>> arrays; // which kernels may read
};

/// Start of the shared memory of a block.
constexpr uint64_t sharedStart = 1 << 16;
/// Start of a thread's own memory; arguments of the kernel lie before.
constexpr uint64_t ownStart = 1 << 16;

/// Null, and what is wrong, if it has what this machine does not know.
std::unique_ptr<Module> parse(const char *text, std::string &error);

/// Returns the function that executes `instruction`, and fills its bytes and
/// count. Null if it is unknown.
Operation findOperation(Instruction &instruction);
Operation findArithmetic(const std::string &name);
Operation findCarry(const std::string &name);
Operation findConversion(const std::string &name);
Operation findFunction(const std::string &name);
Operation findAccess(Instruction &instruction);
Operation findWarp(Instruction &instruction);
Operation findWarpgroup(const Instruction &instruction);

/// Adds checks to all instructions that access accumulators of wgmma.mma_async.
void watchAccumulators(Kernel &kernel);

} // namespace ptx

#endif // TEST_RUN_DEVICE_FAKE_PTX_PROGRAM_H
