// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_CACHE_H
#define TOOLS_AMP_RUN_DEVICE_CACHE_H

#include "CommandLine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::runner {

/// A folder of lowered and assembled steps. The name of a file is a hash of the
/// module with its locations, of the options, of the device's chip and of this
/// program, so that nothing in it is ever stale.
class StepCache {
public:
  /// The place of `module` as lowered by `options` for `chip`.
  StepCache(ModuleOp module, const CommandLine &options, llvm::StringRef chip);

  /// The lowered module; null where there is none, or none that can be read.
  OwningOpRef<ModuleOp> load(MLIRContext *context) const;
  /// Assembles the kernels, where the driver can, and keeps the module. That it
  /// cannot be kept is a warning.
  void store(ModuleOp lowered) const;

private:
  std::string path, entry;
};

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_CACHE_H
