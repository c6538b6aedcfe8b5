// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One run, or one after the other.
#ifndef AMP_RUN_STEPS_H
#define AMP_RUN_STEPS_H

#include "Match.h"
#include "Program.h"
#include "States.h"

namespace mlir::amp {

/// Some results, stacked over all steps.
struct History {
  llvm::SmallVector<unsigned> results;
  std::vector<Array> stacks;

  /// What --keep names, or all scalars.
  static llvm::Expected<History> make(const Signature &signature,
                                      llvm::ArrayRef<std::string> kept,
                                      uint64_t steps);
  void record(uint64_t step, llvm::ArrayRef<Array> from);
};

/// The arrays that a program reads and writes, which states change places in.
struct Buffers {
  std::vector<Argument> arguments;
  std::vector<Array> results;

  Buffers(std::vector<Argument> arguments, const Signature &signature);

  /// Returns how many seconds it took.
  double run(const Program &program, uint64_t step);
  void feedBack(const States &states);
};

} // namespace mlir::amp

#endif // AMP_RUN_STEPS_H
