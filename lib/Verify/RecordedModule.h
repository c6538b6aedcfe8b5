// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copy of a module before a rewrite, for the pass that checks the rewrite.
#ifndef LIB_VERIFY_RECORDEDMODULE_H
#define LIB_VERIFY_RECORDEDMODULE_H

#include "lib/Support/ParseBeside.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/AnalysisManager.h"

namespace mlir::amp::verify {

/// Analysis: a copy of the module that stays valid when the module changes.
/// `Recorder` is the pass that computes the analysis.
template <typename Recorder> struct RecordedModule {
  explicit RecordedModule(Operation *op) : module(cast<ModuleOp>(op).clone()) {}
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  OwningOpRef<ModuleOp> module;
};

/// Compares `after` with the module in the file `input`, or with `recorded` if
/// `input` is empty. Emits the error `missing` if there is neither.
template <typename Record>
LogicalResult checkRecorded(
    StringRef input, std::optional<std::reference_wrapper<Record>> recorded,
    ModuleOp after, StringRef missing,
    function_ref<LogicalResult(ModuleOp before, ModuleOp after)> check) {
  if (!input.empty()) {
    OwningOpRef<ModuleOp> before = parseBeside(input, after);
    return success(before && succeeded(check(*before, after)));
  }
  if (!recorded)
    return after.emitError() << missing;
  return check(*recorded->get().module, after);
}

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_RECORDEDMODULE_H
