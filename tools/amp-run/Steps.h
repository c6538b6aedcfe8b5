// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One run, or one after the other.
#ifndef AMP_RUN_STEPS_H
#define AMP_RUN_STEPS_H

#include "tools/amp-run/Compile/Program.h"
#include "tools/amp-run/Inputs/Match.h"
#include "tools/amp-run/Inputs/States.h"

namespace mlir::amp::runner {

/// Some results, stacked over all steps.
struct History {
  llvm::SmallVector<unsigned> results;
  std::vector<Array> stacks;

  /// Selects the results that --keep names, or all scalars.
  static llvm::Expected<History> make(const Signature &signature,
                                      llvm::ArrayRef<std::string> kept,
                                      uint64_t steps);
  void record(uint64_t step, llvm::ArrayRef<Array> from);
};

/// A program with the arrays that it reads and writes, which states change
/// places in.
class Buffers {
public:
  Buffers(std::vector<Argument> arguments, const Signature &signature);
  virtual ~Buffers() = default;

  /// Returns how many seconds it took.
  virtual double run(uint64_t step) = 0;
  /// Returns the seconds of a run on the same arguments.
  virtual double measure() { return run(0); }
  /// The calls of a step, one by one; nothing where a step is one call.
  virtual void printCallTimes(llvm::raw_ostream &os) {}
  virtual void feedBack(const States &states) = 0;
  /// Returns the results of the last run; those that are not wanted may be
  /// older.
  virtual llvm::ArrayRef<Array> fetch(llvm::ArrayRef<unsigned> wanted) = 0;

  llvm::ArrayRef<Array> fetchAll();

protected:
  std::vector<Argument> arguments;
  std::vector<Array> results; // without room, as they are made
};

/// On this machine's processor.
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
