// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_OPMODEL_SAMEVALUE_H
#define LIB_OPMODEL_SAMEVALUE_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Returns true if both values are identical, or results of equivalent ops on
/// the same values, up to a depth of 6. Exporters duplicate such short chains.
/// Ops with memory effects, such as random number generators, never match.
bool isSameValue(Value a, Value b);

} // namespace mlir::amp

#endif // LIB_OPMODEL_SAMEVALUE_H
