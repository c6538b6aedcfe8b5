// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = stablehlo.add %a, %b : tensor<4xf32>
//   ==>  linalg.generic ins(%a, %b) outs(%empty) { arith.addf }
// stablehlo.map is its body; a scalar predicate or bound is seen by each
// element
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Scalars.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Value mapOperands(RankedTensorType type, ValueRange operands,
                         ConversionPatternRewriter &rewriter, Location loc,
                         ElementBuilder body) {
  int64_t rank = type.getRank();
  SmallVector<AffineMap> maps;
  Value shaped;
  for (Value operand : operands) {
    bool isScalar = cast<RankedTensorType>(operand.getType()).getRank() == 0;
    maps.push_back(isScalar ? AffineMap::get(rank, 0, rewriter.getContext())
                            : rewriter.getMultiDimIdentityMap(rank));
    shaped = isScalar && shaped ? shaped : operand;
  }
  Value out = emptyTensor(rewriter, loc, type, shaped);
  return mapElements(rewriter, loc, out, operands, maps, body);
}

namespace {
struct LowerElementwise : ConversionPattern {
  LowerElementwise(const TypeConverter &types, MLIRContext *context)
      : ConversionPattern(types, MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isScalarOp(op))
      return rewriter.notifyMatchFailure(op, "not elementwise");
    auto type = dyn_cast_or_null<RankedTensorType>(
        typeConverter->convertType(op->getResult(0).getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "no type in linalg");
    rewriter.replaceOp(
        op, mapOperands(type, operands, rewriter, op->getLoc(),
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
    auto type = dyn_cast_or_null<RankedTensorType>(
        typeConverter->convertType(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "no type in linalg");
    rewriter.replaceOp(
        op, mapOperands(type, adaptor.getInputs(), rewriter, op.getLoc(),
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
