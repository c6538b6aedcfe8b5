// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors about pass options, as opposed to errors about the program.
#ifndef LIB_OPMODEL_OPTIONERROR_H
#define LIB_OPMODEL_OPTIONERROR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Emits an error about an option of the pass that runs on `op`, without a
/// location, because no op is at fault.
inline InFlightDiagnostic emitOptionError(Operation *op) {
  return emitError(UnknownLoc::get(op->getContext()));
}

} // namespace mlir::amp

#endif // LIB_OPMODEL_OPTIONERROR_H
