// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module as it was in front of a rewriting, for the checker behind it.
#ifndef LIB_VERIFY_RECORDEDMODULE_H
#define LIB_VERIFY_RECORDEDMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/AnalysisManager.h"

namespace mlir::amp::verify {

/// A copy of the module: an analysis that no change invalidates. `Recorder` is
/// the pass that makes it.
template <typename Recorder> struct RecordedModule {
  explicit RecordedModule(Operation *op) : module(cast<ModuleOp>(op).clone()) {}
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  OwningOpRef<ModuleOp> module;
};

/// Compares `after` with the module in the file `input`, or, where that is
/// empty, with the record. `missing` is the error where there is neither.
template <typename Record>
LogicalResult checkRecorded(
    StringRef input, std::optional<std::reference_wrapper<Record>> recorded,
    ModuleOp after, StringRef missing,
    function_ref<LogicalResult(ModuleOp before, ModuleOp after)> check) {
  if (!input.empty()) {
    OwningOpRef<ModuleOp> before =
        parseSourceFile<ModuleOp>(input, after.getContext());
    return success(before && succeeded(check(*before, after)));
  }
  if (!recorded)
    return after.emitError() << missing;
  return check(*recorded->get().module, after);
}

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_RECORDEDMODULE_H
