// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/BlockOrder.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static RankedTensorType withElement(Value x, Type element) {
  return cast<RankedTensorType>(x.getType()).clone(element);
}

Operation *GraphBuilder::create(StringRef name, TypeRange results,
                                ValueRange operands,
                                ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, ("stablehlo." + name).str(), operands, results,
                       attributes);
  Operation *op = builder.create(state);
  if (keepsOrder)
    keepOrder(op);
  return op;
}

Value GraphBuilder::apply(StringRef name, ValueRange operands) {
  return create(name, operands.front().getType(), operands)->getResult(0);
}

Value GraphBuilder::constant(DenseElementsAttr value) {
  return create("constant", value.getType(), {},
                builder.getNamedAttr("value", value))
      ->getResult(0);
}

Value GraphBuilder::scalar(TypedAttr value) {
  auto type = RankedTensorType::get({}, value.getType());
  return constant(DenseElementsAttr::get(type, Attribute(value)));
}

Value GraphBuilder::compare(StringRef direction, Value lhs, Value rhs) {
  Attribute how = parseAttribute(
      ("#stablehlo<comparison_direction " + direction + ">").str(),
      builder.getContext());
  return create("compare", withElement(lhs, builder.getI1Type()), {lhs, rhs},
                builder.getNamedAttr("comparison_direction", how))
      ->getResult(0);
}

Value GraphBuilder::select(Value predicate, Value onTrue, Value onFalse) {
  return create("select", onTrue.getType(), {predicate, onTrue, onFalse})
      ->getResult(0);
}

Value GraphBuilder::convert(Value x, Type element) {
  if (getElementTypeOrSelf(x) == element)
    return x;
  return create("convert", withElement(x, element), x)->getResult(0);
}

/// Returns the shape of x, as an operand of ops with dynamic result shapes.
Value GraphBuilder::shapeOf(Value x) {
  auto type = cast<RankedTensorType>(x.getType());
  Type i32 = builder.getI32Type();
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    Value size =
        create("get_dimension_size", RankedTensorType::get({}, i32), x,
               builder.getNamedAttr("dimension", builder.getI64IntegerAttr(i)))
            ->getResult(0);
    sizes.push_back(
        create("reshape", RankedTensorType::get({1}, i32), size)->getResult(0));
  }
  return create("concatenate", RankedTensorType::get({type.getRank()}, i32),
                sizes,
                builder.getNamedAttr("dimension", builder.getI64IntegerAttr(0)))
      ->getResult(0);
}

NamedAttribute GraphBuilder::dims(StringRef name, ArrayRef<int64_t> value) {
  return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(value));
}

Value GraphBuilder::broadcast(Value x, Value like) {
  auto type = withElement(like, getElementTypeOrSelf(x));
  if (type == x.getType())
    return x;
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  NamedAttribute first =
      dims("broadcast_dimensions", llvm::to_vector(llvm::seq<int64_t>(rank)));
  if (type.hasStaticShape())
    return create("broadcast_in_dim", type, x, first)->getResult(0);
  return create("dynamic_broadcast_in_dim", type, {x, shapeOf(like)}, first)
      ->getResult(0);
}

Value GraphBuilder::reduce(StringRef name, Value x, Value init, int64_t kept) {
  auto type = cast<RankedTensorType>(x.getType());
  if (type.getRank() == kept)
    return x;
  auto folded = llvm::to_vector(llvm::seq<int64_t>(kept, type.getRank()));
  OperationState state(loc, hloName(OpKind::reduce), {x, init},
                       RankedTensorType::get(type.getShape().take_front(kept),
                                             type.getElementType()),
                       dims("dimensions", folded));
  Region *body = state.addRegion();
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.createBlock(
        body, {}, {init.getType(), init.getType()}, {loc, loc});
    create("return", {}, apply(name, block->getArguments()));
  }
  Operation *op = builder.create(state);
  if (keepsOrder)
    keepOrder(op);
  return op->getResult(0);
}

Value GraphBuilder::allFinite(Value x) {
  Value finite =
      create("is_finite", withElement(x, builder.getI1Type()), x)->getResult(0);
  return reduce("and", finite, scalar(builder.getBoolAttr(true)));
}
