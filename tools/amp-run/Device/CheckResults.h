// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_CHECKRESULTS_H
#define TOOLS_AMP_RUN_DEVICE_CHECKRESULTS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tools/amp-run/Arrays/Arrays.h"

namespace mlir::amp::runner {

/// Reference for the results of a device.
struct CheckedStep {
  OwningOpRef<ModuleOp> module; // before lowering
  std::string entry;
  llvm::SmallVector<const void *> inputs;
  bool areGenerated = false;
};

/// Runs a module on this CPU and prints the errors of `found`, a device's
/// results. Fails if an error exceeds `bound` (relative to the largest
/// magnitude; 0: see Check.h), if a result is not finite where the CPU's result
/// is, or if generated inputs make the CPU's result non-finite. Larger errors
/// are accepted if they are within the CPU's results for perturbed values
/// (Check/Perturb.h).
LogicalResult checkResults(CheckedStep step, llvm::ArrayRef<Array> found,
                           double bound, llvm::raw_ostream &os);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_CHECKRESULTS_H
