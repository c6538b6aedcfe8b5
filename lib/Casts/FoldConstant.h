// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_FOLDCONSTANT_H
#define LIB_CASTS_FOLDCONSTANT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::casts {

/// Rounds the value of a constant op of any dialect to `type`, and warns where
/// a finite value overflows or a nonzero one flushes to zero. Returns false,
/// and leaves the op unchanged, if its value is not available.
bool roundInPlace(Operation *constant, FloatType type);

} // namespace mlir::amp::casts

#endif // LIB_CASTS_FOLDCONSTANT_H
