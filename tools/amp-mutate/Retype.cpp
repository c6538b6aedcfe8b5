// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Retype.h"
#include "lib/OpModel/Kinds.h"

#include "lib/OpModel/Elements.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

Type amp::mutate::withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

bool amp::mutate::isCast(Operation *op) {
  return (isHlo(op, OpKind::convert) || isa<CastOp>(op)) &&
         isa<FloatType>(elementOf(op->getOperand(0).getType())) &&
         isa<FloatType>(elementOf(op->getResult(0).getType()));
}

static bool holds(Operation *op, Type element) {
  return llvm::is_contained(llvm::map_range(op->getOperandTypes(), elementOf),
                            element) ||
         llvm::is_contained(llvm::map_range(op->getResultTypes(), elementOf),
                            element);
}

bool amp::mutate::canRetype(Operation *op, Type from) {
  constexpr KindSet controls = {OpKind::while_,      OpKind::if_,
                                OpKind::case_,       OpKind::composite,
                                OpKind::custom_call, OpKind::return_};
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "stablehlo" || dialect == "chlo") &&
         !controls.contains(kindOf(op)) &&
         !op->hasTrait<OpTrait::IsTerminator>() && !isCast(op) &&
         holds(op, from);
}

Attribute amp::mutate::convertConstant(Attribute value, FloatType element) {
  auto round = [&](APFloat number) {
    bool loses;
    number.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &loses);
    return number;
  };
  if (auto number = dyn_cast_if_present<FloatAttr>(value))
    return FloatAttr::get(element, round(number.getValue()));
  auto dense = dyn_cast_if_present<DenseFPElementsAttr>(value);
  if (!dense)
    return {};
  return dense.mapValues(element, [&](const APFloat &number) {
    return round(number).bitcastToAPInt();
  });
}

static Operation *createCast(OpBuilder &builder, Location loc, Value value,
                             Type type, const Facts &facts) {
  OperationState state(loc, facts.isPlaced ? CastOp::getOperationName()
                                           : hloName(OpKind::convert));
  state.addOperands(value);
  state.addTypes(type);
  if (facts.isPlaced)
    state.addAttribute("reason",
                       ReasonAttr::get(builder.getContext(), ReasonKind::allow,
                                       builder.getStringAttr("contraction")));
  return builder.create(state);
}

Value amp::mutate::castTo(Value value, Type element, const Facts &facts) {
  Type type = withElement(value.getType(), element);
  if (type == value.getType())
    return value;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Operation *source = value.getDefiningOp();
  if (source && source->hasTrait<OpTrait::ConstantLike>())
    if (Attribute rounded = convertConstant(source->getAttr("value"),
                                            cast<FloatType>(element))) {
      Operation *constant = builder.clone(*source);
      constant->setAttr("value", rounded);
      constant->getResult(0).setType(type);
      return constant->getResult(0);
    }
  // Widening is exact, and casting from the source avoids double rounding.
  if (source && isCast(source)) {
    Value origin = source->getOperand(0);
    if (origin.getType() == type)
      return origin;
    if (!element.isF32() && elementOf(origin.getType()).isF32())
      return castTo(origin, element, facts);
  }
  for (Operation *user : value.getUsers())
    if (isCast(user) && user->getResult(0).getType() == type &&
        user->getBlock() == value.getParentBlock()) {
      user->moveBefore(builder.getInsertionBlock(),
                       builder.getInsertionPoint());
      return user->getResult(0);
    }
  return createCast(builder, value.getLoc(), value, type, facts)->getResult(0);
}

/// Retypes all values of a body.
static LogicalResult retypeBody(Operation *op, Type from, FloatType to) {
  WalkResult result = op->walk([&](Block *block) {
    for (BlockArgument argument : block->getArguments())
      if (elementOf(argument.getType()) == from)
        argument.setType(withElement(argument.getType(), to));
    for (Operation &inner : *block) {
      for (OpResult value : inner.getResults())
        if (elementOf(value.getType()) == from)
          value.setType(withElement(value.getType(), to));
      if (!inner.hasTrait<OpTrait::ConstantLike>() ||
          elementOf(inner.getResult(0).getType()) != to)
        continue;
      Attribute rounded = convertConstant(inner.getAttr("value"), to);
      if (!rounded)
        return WalkResult::interrupt();
      inner.setAttr("value", rounded);
    }
    return WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}

LogicalResult amp::mutate::retype(ArrayRef<Operation *> ops, Type from, Type to,
                                  const Facts &facts) {
  llvm::SmallSetVector<Operation *, 8> inside(ops.begin(), ops.end());
  for (Operation *op : ops) {
    for (OpOperand &operand : op->getOpOperands())
      if (elementOf(operand.get().getType()) == from)
        operand.set(castTo(operand.get(), to, facts));
    if (op->getNumRegions() &&
        failed(retypeBody(op, from, cast<FloatType>(to))))
      return failure();
    if (op->hasTrait<OpTrait::ConstantLike>()) {
      Attribute rounded =
          convertConstant(op->getAttr("value"), cast<FloatType>(to));
      if (!rounded)
        return failure();
      op->setAttr("value", rounded);
    }
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    for (OpResult result : op->getResults()) {
      Type type = result.getType();
      if (elementOf(type) != from)
        continue;
      result.setType(withElement(type, to));
      auto leaves = [&](OpOperand &use) {
        return !inside.contains(use.getOwner());
      };
      if (llvm::none_of(result.getUses(), leaves))
        continue;
      Operation *back = createCast(builder, op->getLoc(), result, type, facts);
      result.replaceUsesWithIf(back->getResult(0), [&](OpOperand &use) {
        return use.getOwner() != back && leaves(use);
      });
      // Replaces casts to the new type by the op's result.
      for (Operation *user : llvm::to_vector(back->getResult(0).getUsers()))
        if (isCast(user) && user->getResult(0).getType() == result.getType()) {
          user->getResult(0).replaceAllUsesWith(result);
          user->erase();
        }
      if (back->use_empty())
        back->erase();
    }
  }
  return success();
}
