// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H
#define DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::stablehlo {

/// Why patterns left an op alone: what they noted last for its location.
class Refusals {
public:
  void note(Diagnostic &diagnostic);
  /// Emits an error for every op under `root` that is still of a dialect that
  /// graphs are written in.
  LogicalResult report(Operation *root) const;

private:
  DenseMap<Location, std::string> reasons;
};

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_REFUSALS_H
