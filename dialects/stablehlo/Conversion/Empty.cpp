// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An op whose results have no elements  ==>  tensor.empty
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
struct EmptyPattern : ConversionPattern {
  EmptyPattern(const TypeConverter &types, MLIRContext *context)
      : ConversionPattern(types, MatchAnyOpTypeTag(), /*benefit=*/10, context) {
  }

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0 || !isMemoryEffectFree(op))
      return failure();
    ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
    SmallVector<RankedTensorType> types;
    for (Type type : op->getResultTypes()) {
      auto tensor = getTypeConverter()->convertType<RankedTensorType>(type);
      if (!tensor || !tensor.hasStaticShape() || tensor.getNumElements() != 0)
        return failure();
      types.push_back(tensor);
    }
    SmallVector<Value> results;
    for (RankedTensorType type : types)
      results.push_back(emptyTensor(builder, type));
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateEmpty(const TypeConverter &types,
                                         RewritePatternSet &patterns) {
  patterns.add<EmptyPattern>(types, patterns.getContext());
}
