// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution of one or several steps.
#ifndef AMP_RUN_STEPS_H
#define AMP_RUN_STEPS_H

#include "tools/amp-run/Compile/Program.h"
#include "tools/amp-run/Inputs/Match.h"
#include "tools/amp-run/Inputs/States.h"

namespace mlir::amp::runner {

/// Selected results, stacked over all steps.
struct History {
  llvm::SmallVector<unsigned> results;
  std::vector<Array> stacks;

  /// Selects the results that --keep names, or all scalars.
  static llvm::Expected<History> make(const Signature &signature,
                                      llvm::ArrayRef<std::string> kept,
                                      uint64_t steps);
  void record(uint64_t step, llvm::ArrayRef<Array> from);
};

/// Program with its argument and result arrays. State feedback swaps these
/// arrays.
class Buffers {
public:
  Buffers(std::vector<Argument> arguments, const Signature &signature);
  virtual ~Buffers() = default;

  /// Runs one step and returns its time in seconds.
  virtual double run(uint64_t step) = 0;
  /// Returns the time in seconds of a run on the same arguments.
  virtual double measure() { return run(0); }
  /// Prints the times of a step's calls; does nothing if a step is one call.
  virtual void printCallTimes(llvm::raw_ostream &os) {}
  virtual void feedBack(const States &states) = 0;
  /// Returns the results of the last run. Results that are not in `wanted` may
  /// be stale.
  virtual llvm::ArrayRef<Array> fetch(llvm::ArrayRef<unsigned> wanted) = 0;

  llvm::ArrayRef<Array> fetchAll();

protected:
  std::vector<Argument> arguments;
  std::vector<Array> results; // created without memory
};

/// Execution on this CPU.
class CpuBuffers : public Buffers {
public:
  CpuBuffers(Program program, std::vector<Argument> arguments,
             const Signature &signature);
  double run(uint64_t step) override;
  void feedBack(const States &states) override;
  llvm::ArrayRef<Array> fetch(llvm::ArrayRef<unsigned>) override {
    return results;
  }

private:
  Program program;
};

} // namespace mlir::amp::runner

#endif // AMP_RUN_STEPS_H
