// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_CHECKRESULTS_H
#define TOOLS_AMP_RUN_DEVICE_CHECKRESULTS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tools/amp-run/Arrays/Arrays.h"

namespace mlir::amp::runner {

/// Reference for the results of a device.
struct CheckedStep {
  OwningOpRef<ModuleOp> module; // before it was lowered
  std::string entry;
  llvm::SmallVector<const void *> inputs;
  bool areGenerated = false;
};

/// Runs a module on this processor and prints how far `found`, a device's
/// results, are from its own. Fails if one is further off than `bound`
/// (relative to the largest magnitude; 0: as Check.h says), or not finite where
/// this processor's is, or if generated inputs make the latter not finite. What
/// is further off is right where this processor's own result is, with the
/// values that Check/Perturb.h names moved by the bound.
LogicalResult checkResults(CheckedStep step, llvm::ArrayRef<Array> found,
                           double bound, llvm::raw_ostream &os);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_CHECKRESULTS_H
