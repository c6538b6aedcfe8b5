// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Values.h"
#include "lib/OpModel/Kinds.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

static constexpr size_t maxOthers = 4;

SmallVector<Value> amp::mutate::valuesBefore(Operation *op, Value value) {
  SmallVector<Value> found;
  auto add = [&](Value other) {
    if (other != value && other.getType() == value.getType() &&
        found.size() < maxOthers)
      found.push_back(other);
  };
  for (BlockArgument argument : op->getBlock()->getArguments())
    add(argument);
  for (Operation *before = op->getPrevNode();
       before && found.size() < maxOthers; before = before->getPrevNode())
    for (OpResult result : before->getResults())
      add(result);
  return found;
}

Value amp::mutate::splatBefore(Operation *op, Type type, double number) {
  OpBuilder builder(op);
  auto shaped = cast<ShapedType>(type);
  Attribute element;
  if (auto format = dyn_cast<FloatType>(shaped.getElementType()))
    element = FloatAttr::get(format, number);
  else
    element =
        IntegerAttr::get(shaped.getElementType(), static_cast<int64_t>(number));
  OperationState state(op->getLoc(), hloName(OpKind::constant));
  state.addAttribute("value", DenseElementsAttr::get(shaped, element));
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

Value amp::mutate::negateBefore(Operation *op, Value flag) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), hloName(OpKind::not_));
  state.addOperands(flag);
  state.addTypes(flag.getType());
  return builder.create(state)->getResult(0);
}
