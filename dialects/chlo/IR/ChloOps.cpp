// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/chlo/IR/Chlo.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp::chlo;

LogicalResult ConstantLikeOp::verify() {
  Type wanted = getElementTypeOrSelf(getResult().getType());
  if (getValue().getType() != wanted)
    return emitOpError("expects a value of type ")
           << wanted << ", but got " << getValue().getType();
  return success();
}

LogicalResult TopKOp::verify() {
  auto type = cast<TensorType>(getOperand().getType());
  std::optional<SmallVector<int64_t>> shape;
  if (type.hasRank()) {
    shape.emplace(type.getShape());
    if (shape->empty())
      return emitOpError("expects an operand of rank 1 or more, but got ")
             << type;
    int64_t k = getK();
    if (!ShapedType::isDynamic(shape->back()) && shape->back() < k)
      return emitOpError("expects a last dimension of at least k = ")
             << k << ", but got " << type;
    shape->back() = k;
  }

  Type elements[] = {type.getElementType(), IntegerType::get(getContext(), 32)};
  for (auto [element, result] : llvm::zip_equal(elements, getResults())) {
    auto found = cast<TensorType>(result.getType());
    auto wanted = cast<TensorType>(type.cloneWith(shape, element));
    if (found.getElementType() != element ||
        failed(verifyCompatibleShape(wanted, found)))
      return emitOpError("expects a result compatible with ")
             << wanted << ", but got " << found;
  }
  return success();
}
