// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_OPMODEL_ELEMENTS_H
#define LIB_OPMODEL_ELEMENTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp {

/// Returns the element type of a shaped type, or the type itself. Ranked
/// tensors skip the interface lookup.
inline Type elementOf(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType();
  return getElementTypeOrSelf(type);
}

/// Returns the number of elements of a type, 1 for a scalar; none for a dynamic
/// shape.
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
