// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H
#define DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::stablehlo {

/// Reports the reason that a pattern does not apply to `op`. In a release
/// build, the conversion driver discards the text of notifyMatchFailure.
LogicalResult refuse(Operation *op, const Twine &reason);

/// Diagnostic handler that records the reasons of `refuse` during its lifetime.
class Refusals {
public:
  explicit Refusals(MLIRContext *context);
  /// Emits an error for each op under `root` that is still of a source dialect:
  /// StableHLO, CHLO or Shardy.
  LogicalResult report(Operation *root) const;

private:
  DenseMap<Location, std::string> reasons;
  ScopedDiagnosticHandler listener;
};

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H
