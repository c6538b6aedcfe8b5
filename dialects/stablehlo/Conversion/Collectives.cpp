// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On one device, each group has one member: the collective returns its operand.
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

/// Fails if a group has more than one device.
static LogicalResult expectAlone(Operation *op, Attribute groups) {
  auto ids = dyn_cast<DenseIntElementsAttr>(groups);
  if (!ids)
    return refuse(op, "its groups are those of a mesh");
  // one group per row; -1 pads smaller groups
  auto columns = cast<ShapedType>(ids.getType()).getShape().back();
  int64_t found = 0;
  for (auto [i, id] : llvm::enumerate(ids.getValues<APInt>())) {
    found = i % columns == 0 ? 0 : found;
    found += !id.isNegative();
    if (found > 1)
      return refuse(op, "its groups have many devices");
  }
  return success();
}

namespace {
template <typename Op> struct AlonePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectAlone(op, op.getReplicaGroups())))
      return failure();
    if (op->getOperandTypes() != op->getResultTypes())
      return refuse(op, "its results have other types");
    rewriter.replaceOp(op, adaptor.getOperands());
    return success();
  }
};

/// A device that is not the target of a pair receives zeros.
struct PermutePattern : OpConversionPattern<CollectivePermuteOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CollectivePermuteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DenseIntElementsAttr pairs = op.getSourceTargetPairs();
    for (const APInt &id : pairs.getValues<APInt>())
      if (!id.isZero())
        return refuse(op, "its pairs have many devices");
    if (!pairs.empty()) {
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    RankedTensorType type = tensorTypeOf(adaptor.getOperand());
    rewriter.replaceOp(
        op,
        filledTensor(builder, zeroOf(builder, type.getElementType()), type));
    return success();
  }
};

template <typename Op> struct DeviceZeroPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = RankedTensorType::get({}, rewriter.getI32Type());
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, cast<TypedAttr>(rewriter.getZeroAttr(type)));
    return success();
  }
};

template <typename Op> struct HostPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return refuse(op, "there is nobody at the other end");
  }
};
} // namespace

void mlir::amp::stablehlo::populateCollectives(const TypeConverter &types,
                                               RewritePatternSet &patterns) {
  patterns.add<AlonePattern<AllGatherOp>, AlonePattern<AllReduceOp>,
               AlonePattern<AllToAllOp>, AlonePattern<CollectiveBroadcastOp>,
               AlonePattern<CrossReplicaSumOp>, AlonePattern<ReduceScatterOp>,
               DeviceZeroPattern<PartitionIdOp>, DeviceZeroPattern<ReplicaIdOp>,
               HostPattern<InfeedOp>, HostPattern<OutfeedOp>,
               HostPattern<RecvOp>, HostPattern<SendOp>, PermutePattern>(
      types, patterns.getContext());
}
