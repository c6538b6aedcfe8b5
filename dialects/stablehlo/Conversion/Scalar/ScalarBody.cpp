// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ^bb0(%a: tensor<f32>, %b: tensor<f32>):    ==>   %s = arith.addf %a, %b : f32
//   %s = stablehlo.add %a, %b : tensor<f32>
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/LinalgTypes.h"
#include "dialects/stablehlo/Conversion/Scalar/Scalars.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
/// Maps values of the source body to emitted 0-d values: scalars, and tensors
/// for ops that are not elementwise.
class BodyEmitter {
public:
  BodyEmitter(Block &block, ValueRange arguments, OpBuilder &builder)
      : builder(builder) {
    scalars.map(block.getArguments(), arguments);
  }

  void emit(Operation &op) {
    if (isScalar(op) && emitElement(op))
      return;
    emitClone(op);
  }

  Value scalarOf(Value value) {
    if (Value known = scalars.lookupOrNull(value))
      return known;
    DenseElementsAttr constant;
    if (matchPattern(value, m_Constant(&constant)))
      return scalarConstant(builder, value.getLoc(), constant);
    Value tensor = castTo(types.convertType(value.getType()),
                          tensors.lookupOrDefault(value));
    Value scalar =
        tensor::ExtractOp::create(builder, value.getLoc(), tensor, {});
    scalars.map(value, scalar);
    return scalar;
  }

private:
  static bool isScalar(Operation &op) {
    auto isScalarType = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.getRank() == 0;
    };
    return op.getNumResults() == 1 &&
           llvm::all_of(op.getOperandTypes(), isScalarType) &&
           isScalarType(op.getResult(0).getType());
  }

  bool emitElement(Operation &op) {
    Value result = op.getResult(0);
    if (op.hasTrait<OpTrait::ConstantLike>())
      return scalars.map(result, scalarOf(result)), true;
    if (isa<ReshapeOp, BroadcastInDimOp, TransposeOp>(op)) {
      scalars.map(result, scalarOf(op.getOperand(0)));
      return true;
    }
    if (!isScalarOp(&op))
      return false;
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(scalarOf(operand));
    scalars.map(result, emitScalar(&op, operands, builder));
    return true;
  }

  void emitClone(Operation &op) {
    SetVector<Value> used(op.operand_begin(), op.operand_end());
    getUsedValuesDefinedAbove(op.getRegions(), used);
    for (Value value : used)
      if (scalars.contains(value) && !tensors.contains(value))
        tensors.map(value, tensorOf(value));
    builder.clone(op, tensors);
  }

  Value tensorOf(Value value) {
    Type type = value.getType();
    auto converted = cast<RankedTensorType>(types.convertType(type));
    return castTo(type, tensor::FromElementsOp::create(builder, value.getLoc(),
                                                       converted,
                                                       scalars.lookup(value)));
  }

  Value castTo(Type type, Value value) {
    if (value.getType() == type)
      return value;
    return UnrealizedConversionCastOp::create(builder, value.getLoc(), type,
                                              value)
        .getResult(0);
  }

  LinalgTypes types;
  IRMapping scalars, tensors;
  OpBuilder &builder;
};
} // namespace

SmallVector<Value> mlir::amp::stablehlo::emitBody(Region &body,
                                                  ValueRange arguments,
                                                  OpBuilder &builder) {
  Block &block = body.front();
  BodyEmitter emitter(block, arguments, builder);
  for (Operation &op : block.without_terminator())
    emitter.emit(op);
  SmallVector<Value> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(emitter.scalarOf(value));
  return results;
}
