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

/// Returns the number of elements of a value, 1 for a scalar; none if a size is
/// unknown.
inline std::optional<double> countElements(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return 1;
  if (!shaped.hasStaticShape())
    return std::nullopt;
  double count = 1;
  for (int64_t size : shaped.getShape())
    count *= static_cast<double>(size);
  return count;
}

} // namespace mlir::amp

#endif // LIB_OPMODEL_ELEMENTS_H
