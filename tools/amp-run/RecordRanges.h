// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_RECORDRANGES_H
#define TOOLS_AMP_RUN_RECORDRANGES_H

#include "amp/Ranges.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace mlir::amp::runner {

/// Records the ranges of a program's f32 values at run time. One at a time.
class RangeRecorder {
public:
  /// Adds probes for the values of the program and the arguments of `entry`.
  RangeRecorder(ModuleOp module, llvm::StringRef entry);
  ~RangeRecorder();

  /// Returns the probe callbacks of the program.
  const llvm::StringMap<void *> &functions() const { return probes; }

  /// Writes the ranges over all runs, atomically.
  llvm::Error write(llvm::StringRef path) const;

private:
  struct Seen {
    double lo = Range::infinity, hi = -Range::infinity;
    double nonzero = Range::infinity;
    int64_t elements;
  };
  static void show(int64_t index, void *descriptor);

  OwningOpRef<ModuleOp> source; ///< before instrumentation
  SmallVector<Value> values;    ///< of the source
  std::vector<Seen> seen;
  llvm::StringMap<void *> probes;
};

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_RECORDRANGES_H
