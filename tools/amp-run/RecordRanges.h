// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_RECORDRANGES_H
#define TOOLS_AMP_RUN_RECORDRANGES_H

#include "amp/Ranges.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace mlir::amp::runner {

/// Watches the f32 values of a program while it runs. One at a time.
class RangeRecorder {
public:
  /// Makes the program show its values; `entry` also what it is given.
  RangeRecorder(ModuleOp module, llvm::StringRef entry);
  ~RangeRecorder();

  /// Returns the callbacks of the program that record ranges.
  const llvm::StringMap<void *> &functions() const { return probes; }

  /// Writes what all runs have seen; replaces the file, or leaves it as it is.
  llvm::Error write(llvm::StringRef path) const;

private:
  struct Seen {
    double lo = Range::infinity, hi = -Range::infinity;
    double nonzero = Range::infinity;
    int64_t elements;
  };
  static void show(int64_t index, void *descriptor);

  OwningOpRef<ModuleOp> source; ///< as the user wrote it
  SmallVector<Value> values;    ///< of the source
  std::vector<Seen> seen;
  llvm::StringMap<void *> probes;
};

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_RECORDRANGES_H
