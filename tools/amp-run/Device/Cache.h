// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_CACHE_H
#define TOOLS_AMP_RUN_DEVICE_CACHE_H

#include "CommandLine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::runner {

/// Folder of lowered and assembled steps. A file's name is a hash of the module
/// with its locations, the options, the device's chip and this program, so that
/// no entry is ever stale.
class StepCache {
public:
  /// Computes the path of `module`, lowered by `options` for `chip`.
  StepCache(ModuleOp module, const CommandLine &options, llvm::StringRef chip);

  /// Returns the lowered module, or null if it is missing or unreadable.
  OwningOpRef<ModuleOp> load(MLIRContext *context) const;
  /// Assembles the kernels if the driver supports it, and stores the module.
  /// Failure to store is a warning.
  void store(ModuleOp lowered) const;

private:
  std::string path, entry;
};

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_CACHE_H
