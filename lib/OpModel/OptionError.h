// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors about what was asked for, not about the program.
#ifndef LIB_OPMODEL_OPTIONERROR_H
#define LIB_OPMODEL_OPTIONERROR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Starts an error about an option of the pass that runs on `op`: without a
/// location, as no place in the program is wrong.
inline InFlightDiagnostic emitOptionError(Operation *op) {
  return emitError(UnknownLoc::get(op->getContext()));
}

} // namespace mlir::amp

#endif // LIB_OPMODEL_OPTIONERROR_H
