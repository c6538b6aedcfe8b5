// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = stablehlo.add %a, %b : tensor<4xf32>   ==>   ... : tensor<4xf64>
#include "Check/Widen.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/IR/Stablehlo.h"

using namespace mlir;
using namespace mlir::amp;

static Type widen(Type type) {
  if (type.isF32())
    return Float64Type::get(type.getContext());
  if (auto complex = dyn_cast<ComplexType>(type))
    return ComplexType::get(widen(complex.getElementType()));
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(widen(tensor.getElementType()));
  return type;
}

static Attribute widen(Attribute attribute) {
  auto elements = dyn_cast<DenseFPElementsAttr>(attribute);
  if (!elements || !elements.getElementType().isF32())
    return attribute;
  auto type = cast<ShapedType>(widen(Type(elements.getType())));
  auto widened = [](const APFloat &value) {
    APFloat wide = value;
    bool isInexact;
    wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &isInexact);
    return wide;
  };
  if (elements.isSplat())
    return DenseElementsAttr::get(type,
                                  widened(elements.getSplatValue<APFloat>()));
  return DenseElementsAttr::get(
      type, llvm::map_to_vector(elements.getValues<APFloat>(), widened));
}

static bool readsBits(Operation *op) {
  return isa<stablehlo::BitcastConvertOp, stablehlo::ReducePrecisionOp,
             stablehlo::RngOp, stablehlo::RngBitGeneratorOp,
             stablehlo::CustomCallOp, chlo::NextAfterOp>(op);
}

/// An op that keeps its types, between conversions.
static void surround(Operation *op, TypeRange operandTypes) {
  OpBuilder builder(op);
  for (auto [operand, type] : llvm::zip(op->getOpOperands(), operandTypes))
    if (operand.get().getType() != type)
      operand.set(stablehlo::ConvertOp::create(builder, op->getLoc(), type,
                                               operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    Type wide = widen(result.getType());
    if (result.getType() == wide)
      continue;
    auto convert =
        stablehlo::ConvertOp::create(builder, op->getLoc(), wide, result);
    result.replaceAllUsesExcept(convert, convert);
  }
}

static void widenOp(Operation *op) {
  for (Value result : op->getResults())
    result.setType(widen(result.getType()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        argument.setType(widen(argument.getType()));
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    constant.setValueAttr(cast<ElementsAttr>(widen(constant.getValue())));
  if (isa<stablehlo::DotGeneralOp>(op))
    op->removeAttr("algorithm"); // it names types
}

void mlir::amp::widenToF64(func::FuncOp entry) {
  SmallVector<Operation *> ops;
  SmallVector<std::pair<Operation *, SmallVector<Type>>> kept;
  entry.getBody().walk([&](Operation *op) {
    if (readsBits(op))
      kept.emplace_back(op, llvm::to_vector(op->getOperandTypes()));
    else
      ops.push_back(op);
  });
  for (Value argument : entry.getArguments())
    argument.setType(widen(argument.getType()));
  for (Operation *op : ops)
    widenOp(op);
  for (auto &[op, types] : kept)
    surround(op, types);
  Operation *end = entry.getBody().front().getTerminator();
  entry.setType(FunctionType::get(entry.getContext(),
                                  entry.getBody().front().getArgumentTypes(),
                                  end->getOperandTypes()));
}
