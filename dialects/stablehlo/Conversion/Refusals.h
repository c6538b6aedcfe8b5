// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H
#define DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::stablehlo {

/// Says why a pattern leaves `op` alone. (What notifyMatchFailure is told, the
/// conversion driver forgets in a release build.)
LogicalResult refuse(Operation *op, const Twine &reason);

/// While it lives it keeps what `refuse` is told.
class Refusals {
public:
  explicit Refusals(MLIRContext *context);
  /// Emits an error for every op under `root` that is still of a dialect that
  /// graphs are written in.
  LogicalResult report(Operation *root) const;

private:
  DenseMap<Location, std::string> reasons;
  ScopedDiagnosticHandler listener;
};

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H
