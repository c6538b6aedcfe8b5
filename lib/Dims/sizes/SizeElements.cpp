// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// concatenate %n, [8]   ==>   the list of n and 8
#include "lib/Dims/sizes/SizeFlow.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::isSizeList(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getRank() <= 1 &&
         type.getNumElements() <= 8 &&
         (type.getElementType().isSignlessInteger(32) ||
          type.getElementType().isSignlessInteger(64));
}

static SizeIds elementsOfConstant(SizeTable &table, DenseIntElementsAttr list) {
  SizeIds ids;
  for (const APInt &element : list.getValues<APInt>())
    ids.push_back(table.number(element.getSExtValue()));
  return ids;
}

void SizeFlow::computeElements(Operation *op) {
  if (op->getNumResults() != 1 || !isSizeList(op->getResult(0)) ||
      elements.contains(op->getResult(0)))
    return;
  StringRef name = op->getName().getStringRef();
  size_t count = cast<ShapedType>(op->getResultTypes()[0]).getNumElements();
  SizeIds ids;
  name.consume_front("stablehlo.");
  if (auto list = op->getAttrOfType<DenseIntElementsAttr>("value")) {
    ids = elementsOfConstant(table, list);
  } else if (name == "get_dimension_size") {
    int64_t dim = op->getAttrOfType<IntegerAttr>("dimension").getInt();
    ids = {dimsOf(op->getOperand(0))[dim]};
  } else if (name == "reshape" || name == "convert") {
    ids = elementsOf(op->getOperand(0));
  } else if (name == "broadcast_in_dim") {
    if (ids = elementsOf(op->getOperand(0)); ids.size() == 1)
      ids.assign(count, SizeId(ids.front()));
  } else if (name == "concatenate") {
    for (Value operand : op->getOperands())
      llvm::append_range(ids, elementsOf(operand));
  } else if (name == "slice") {
    SizeIds from = elementsOf(op->getOperand(0));
    auto at = [&](StringRef list) {
      return op->getAttrOfType<DenseI64ArrayAttr>(list).asArrayRef().front();
    };
    if (!from.empty())
      for (int64_t i = at("start_indices"); i < at("limit_indices");
           i += at("strides"))
        ids.push_back(from[i]);
  } else if (op->getNumOperands() == 2) {
    SizeIds a = elementsOf(op->getOperand(0)),
            b = elementsOf(op->getOperand(1));
    for (auto [left, right] : llvm::zip(a, b))
      if (std::optional<SizeId> id = table.apply(name, left, right))
        ids.push_back(*id);
  }
  if (ids.size() != count) {
    ids.clear();
    for (std::string own = newName(); ids.size() < count;)
      ids.push_back(table.given(own + "[" + std::to_string(ids.size()) + "]"));
  }
  elements[op->getResult(0)] = ids;
}
