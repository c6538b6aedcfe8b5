// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_OPMODEL_ELEMENTS_H
#define LIB_OPMODEL_ELEMENTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp {

/// The type of the elements of a shaped type; others are their own. Tensors
/// need no search for an interface.
inline Type elementOf(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType();
  return getElementTypeOrSelf(type);
}

} // namespace mlir::amp

#endif // LIB_OPMODEL_ELEMENTS_H
