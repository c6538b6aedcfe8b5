// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.reshape : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
//   ==>  tensor.collapse_shape; else collapse to the shared shape, then expand
#include "dialects/stablehlo/Conversion/Layout/Reshape.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

// Returns the finest shape to which both shapes collapse: 2x3x4 and 6x2x2 share
// 6x4.
static SmallVector<int64_t> sharedShape(ArrayRef<int64_t> lhs,
                                        ArrayRef<int64_t> rhs) {
  SmallVector<int64_t> shared;
  size_t i = 0, j = 0;
  while (i < lhs.size() && j < rhs.size()) {
    int64_t left = lhs[i++], right = rhs[j++];
    while (left != right)
      (left < right ? left : right) *= left < right ? lhs[i++] : rhs[j++];
    shared.push_back(left);
  }
  return shared;
}

static Value collapseOrExpand(OpBuilder &builder, Location loc, Value x,
                              RankedTensorType to) {
  auto from = cast<RankedTensorType>(x.getType());
  if (from == to)
    return x;
  auto groups = getReassociationIndicesForReshape(from, to);
  if (!groups)
    return nullptr;
  if (from.getRank() > to.getRank())
    return tensor::CollapseShapeOp::create(builder, loc, to, x, *groups);
  return tensor::ExpandShapeOp::create(builder, loc, to, x, *groups);
}

Value mlir::amp::stablehlo::reshapeTensor(OpBuilder &builder, Location loc,
                                          Value x, ArrayRef<int64_t> shape) {
  auto from = cast<RankedTensorType>(x.getType());
  RankedTensorType to = from.clone(shape);
  if (from == to)
    return x;
  if (to.getNumElements() == 0)
    return tensor::EmptyOp::create(builder, loc, to, ValueRange());
  if (from.getRank() != to.getRank())
    if (Value direct = collapseOrExpand(builder, loc, x, to))
      return direct;
  SmallVector<int64_t> shared = sharedShape(from.getShape(), shape);
  Value middle = collapseOrExpand(builder, loc, x, from.clone(shared));
  if (Value result =
          middle ? collapseOrExpand(builder, loc, middle, to) : nullptr)
    return result;
  Value flat =
      collapseOrExpand(builder, loc, x, from.clone({from.getNumElements()}));
  return collapseOrExpand(builder, loc, flat, to);
}

namespace {
struct LowerReshape : OpConversionPattern<ReshapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    rewriter.replaceOp(op, reshapeTensor(rewriter, op.getLoc(),
                                         adaptor.getOperand(),
                                         op.getType().getShape()));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateReshapes(const TypeConverter &types,
                                            RewritePatternSet &patterns) {
  patterns.add<LowerReshape>(types, patterns.getContext());
}
