// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowerings of known custom calls, by call target name.
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/Check.h"
#include "dialects/stablehlo/Conversion/Patterns.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

using Lower = LogicalResult (*)(CustomCallOp op, ValueRange inputs,
                                ConversionPatternRewriter &rewriter);

/// Lowers a placement annotation: its results are its inputs.
static LogicalResult pass(CustomCallOp op, ValueRange inputs,
                          ConversionPatternRewriter &rewriter) {
  if (op.getOperandTypes() != op.getResultTypes())
    return refuse(op, "its results have other types than its inputs");
  rewriter.replaceOp(op, inputs);
  return success();
}

/// Lowers targets such as `mhlo.erf`, older exporters' name of `chlo.erf`.
static LogicalResult callChlo(CustomCallOp op, ValueRange,
                              ConversionPatternRewriter &rewriter) {
  StringRef name = op.getCallTargetName();
  name.consume_front("mhlo.");
  OperationState state(op.getLoc(), ("chlo." + name).str(), op.getInputs(),
                       op.getResultTypes());
  rewriter.replaceOp(op, rewriter.create(state));
  return success();
}

static LogicalResult topK(CustomCallOp op, ValueRange,
                          ConversionPatternRewriter &rewriter) {
  auto attributes = op->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  auto k = attributes ? attributes.getAs<IntegerAttr>("k") : IntegerAttr();
  auto largest =
      attributes ? attributes.getAs<BoolAttr>("largest") : BoolAttr();
  if (!k || op.getInputs().size() != 1 || op.getNumResults() != 2)
    return refuse(op, "it does not say its k");
  if (largest && !largest.getValue())
    return refuse(op, "it asks for the smallest values");
  rewriter.replaceOpWithNewOp<chlo::TopKOp>(op, op.getResultTypes(),
                                            op.getInputs()[0], k);
  return success();
}

namespace {
struct Row {
  StringLiteral target;
  Lower lower;
};
} // namespace

static constexpr Row rows[] = {
    {"LayoutConstraint", pass},
    {"MoveToDevice", pass},
    {"MoveToHost", pass},
    {"SPMDFullToShardShape", pass},
    {"SPMDShardToFullShape", pass},
    {"Sharding", pass},
    {"annotate_device_placement", pass},
    {"check.expect_almost_eq", expectAlmostEqual},
    {"check.expect_close", expectClose},
    {"check.expect_eq", expectEqual},
    {"mhlo.acos", callChlo},
    {"mhlo.acosh", callChlo},
    {"mhlo.asin", callChlo},
    {"mhlo.asinh", callChlo},
    {"mhlo.atan", callChlo},
    {"mhlo.atanh", callChlo},
    {"mhlo.cosh", callChlo},
    {"mhlo.erf", callChlo},
    {"mhlo.sinh", callChlo},
    {"mhlo.tan", callChlo},
    {"mhlo.topk", topK},
};

namespace {
struct CustomCallPattern : OpConversionPattern<CustomCallOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CustomCallOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    StringRef target = op.getCallTargetName();
    const Row *row = llvm::find_if(
        rows, [&](const Row &row) { return row.target == target; });
    if (row == std::end(rows))
      return refuse(op, "its target '" + target + "' is not known");
    return row->lower(op, adaptor.getInputs(), rewriter);
  }
};
} // namespace

void mlir::amp::stablehlo::populateCustomCalls(const TypeConverter &types,
                                               RewritePatternSet &patterns) {
  patterns.add<CustomCallPattern>(types, patterns.getContext());
}
