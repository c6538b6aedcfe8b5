// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = stablehlo.add %a, %b : tensor<4xf32>
//   ==>  linalg.generic ins(%a, %b) outs(%empty) { arith.addf }
// stablehlo.map becomes its body. A scalar predicate or bound applies to each
// element.
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Scalar/Scalars.h"
#include "dialects/stablehlo/Conversion/Structured.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

static Value mapOperands(Operation *op, RankedTensorType type,
                         ValueRange operands,
                         ConversionPatternRewriter &rewriter,
                         ElementBuilder body) {
  auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  SmallVector<AffineMap> maps;
  Value shaped;
  for (Value operand : operands) {
    auto from = cast<RankedTensorType>(operand.getType());
    bool isLower = from.getRank() < type.getRank();
    shaped = isLower ? shaped : operand;
    maps.push_back(broadcastMap(
        from, type, dims && isLower ? dims.asArrayRef() : ArrayRef<int64_t>()));
  }
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  return mapElements(builder, op->getLoc(), emptyTensor(builder, type, shaped),
                     operands, maps, body);
}

// Returns true if `op` may broadcast a size that is only known at run time.
static bool mayRepeat(Operation *op, RankedTensorType type) {
  return !type.hasStaticShape() && isa<chlo::ChloDialect>(op->getDialect()) &&
         !llvm::all_equal(op->getOperandTypes());
}

// Returns true for a bitcast between a row of elements and one element.
static bool changesRank(Operation *op) {
  auto cast = dyn_cast<BitcastConvertOp>(op);
  return cast &&
         cast.getOperand().getType().getRank() != cast.getType().getRank();
}

namespace {
struct LowerElementwise : ConversionPattern {
  LowerElementwise(const TypeConverter &types, MLIRContext *context)
      : ConversionPattern(types, MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isScalarOp(op) || changesRank(op))
      return rewriter.notifyMatchFailure(op, "not elementwise");
    RankedTensorType type =
        linalgTensor(op, op->getResult(0).getType(), *typeConverter);
    if (!type)
      return failure();
    if (mayRepeat(op, type))
      return refuse(op, "it broadcasts sizes that are not static");
    rewriter.replaceOp(
        op, mapOperands(op, type, operands, rewriter,
                        [&](OpBuilder &builder, Location, ValueRange in) {
                          return emitScalar(op, in, builder);
                        }));
    return success();
  }
};

struct LowerMap : OpConversionPattern<MapOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MapOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = linalgTensor(op, op.getType(), *typeConverter);
    if (!type)
      return failure();
    rewriter.replaceOp(
        op, mapOperands(op, type, adaptor.getInputs(), rewriter,
                        [&](OpBuilder &builder, Location, ValueRange in) {
                          return emitBody(op.getComputation(), in, builder)[0];
                        }));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateElementwise(const TypeConverter &types,
                                               RewritePatternSet &patterns) {
  patterns.add<LowerElementwise, LowerMap>(types, patterns.getContext());
}
