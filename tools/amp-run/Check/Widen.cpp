// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = stablehlo.add %a, %b : tensor<4xf32>   ==>   ... : tensor<4xf64>
// %r = arith.addf %a, %b : f32                ==>   ... : f64
#include "Check/Widen.h"
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static Type widen(Type type) {
  if (type.isF32())
    return Float64Type::get(type.getContext());
  if (auto complex = dyn_cast<ComplexType>(type))
    return ComplexType::get(widen(complex.getElementType()));
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(widen(tensor.getElementType()));
  return type;
}

/// Returns the elements of an f32 resource, which is not a DenseElementsAttr.
/// Returns null for other attributes.
static DenseElementsAttr readResource(Attribute attribute) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(attribute);
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob || !resource.getElementType().isF32())
    return nullptr;
  return DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                             blob->getData());
}

static Attribute widen(Attribute attribute) {
  if (auto number = dyn_cast<FloatAttr>(attribute);
      number && number.getType().isF32())
    return FloatAttr::get(widen(number.getType()), number.getValueAsDouble());
  if (DenseElementsAttr read = readResource(attribute))
    attribute = read;
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
             stablehlo::CustomCallOp, chlo::NextAfterOp, arith::BitcastOp>(op);
}

static Value convert(OpBuilder &builder, Location loc, Type type, Value value) {
  if (isa<TensorType>(type))
    return stablehlo::ConvertOp::create(builder, loc, type, value);
  if (type.getIntOrFloatBitWidth() > value.getType().getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

/// Surrounds an op that keeps its types with conversions.
static void surround(Operation *op, TypeRange operandTypes) {
  OpBuilder builder(op);
  for (auto [operand, type] : llvm::zip(op->getOpOperands(), operandTypes))
    if (operand.get().getType() != type)
      operand.set(convert(builder, op->getLoc(), type, operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    Type wide = widen(result.getType());
    if (result.getType() == wide)
      continue;
    Value converted = convert(builder, op->getLoc(), wide, result);
    result.replaceAllUsesExcept(converted, converted.getDefiningOp());
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
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    constant.setValueAttr(cast<TypedAttr>(widen(constant.getValue())));
  if (isa<stablehlo::DotGeneralOp>(op))
    op->removeAttr("algorithm"); // its fields are types
}

/// Erases conversions between f32 and f64, which are now the identity.
static void dropConversions(func::FuncOp entry) {
  entry.walk([](Operation *op) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op) ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}

void mlir::amp::runner::widenToF64(func::FuncOp entry) {
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
  dropConversions(entry);
  Operation *end = entry.getBody().front().getTerminator();
  entry.setType(FunctionType::get(entry.getContext(),
                                  entry.getBody().front().getArgumentTypes(),
                                  end->getOperandTypes()));
}
