// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that are the identity on a single device: barriers, shardings, tuples,
// tokens.
#include "dialects/sdy/IR/Sdy.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Structured.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

namespace {
template <typename Op> struct IdentityPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getOperands());
    return success();
  }
};

template <typename Op> struct ErasePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

template <typename Op> struct TokenPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op,
                                                   rewriter.getBoolAttr(false));
    return success();
  }
};

struct ElementPattern : OpConversionPattern<GetTupleElementOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GetTupleElementOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tuple = op.getOperand().getDefiningOp<TupleOp>();
    if (!tuple)
      return refuse(op, "its tuple is not made beside it");
    Value element = tuple.getVal()[op.getIndex()];
    rewriter.replaceOp(op, rewriter.getRemappedValue(element));
    return success();
  }
};

struct TuplePattern : OpConversionPattern<TupleOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TupleOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!llvm::all_of(op->getUsers(), llvm::IsaPred<GetTupleElementOp>))
      return refuse(op, "the tuple itself is used");
    rewriter.eraseOp(op);
    return success();
  }
};

/// Inlines the body of a computation.
template <typename Op> struct InlinePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (hasManyDevices(op))
      return refuse(op, "its mesh has many devices");
    Block &body = op.getBody().front();
    Operation *end = body.getTerminator();
    rewriter.inlineBlockBefore(&body, op, adaptor.getOperands());
    rewriter.replaceOp(op, end->getOperands());
    rewriter.eraseOp(end);
    return success();
  }
  static bool hasManyDevices(sdy::NamedComputationOp) { return false; }
  static bool hasManyDevices(sdy::ManualComputationOp op) {
    auto isWide = [&](sdy::TensorShardingAttr sharding) {
      sdy::MeshAttr mesh = sharding.getMesh(op);
      return mesh && llvm::any_of(mesh.getAxes(), [](sdy::MeshAxisAttr axis) {
               return axis.getSize() > 1;
             });
    };
    return llvm::any_of(op.getInShardings().getShardings(), isWide) ||
           llvm::any_of(op.getOutShardings().getShardings(), isWide);
  }
};
} // namespace

void mlir::amp::stablehlo::populateIdentities(const TypeConverter &types,
                                              RewritePatternSet &patterns) {
  patterns
      .add<ErasePattern<sdy::MeshOp>, ErasePattern<sdy::ShardingGroupOp>,
           IdentityPattern<OptimizationBarrierOp>,
           IdentityPattern<sdy::AllGatherOp>, IdentityPattern<sdy::AllReduceOp>,
           IdentityPattern<sdy::AllSliceOp>, IdentityPattern<sdy::AllToAllOp>,
           IdentityPattern<sdy::CollectivePermuteOp>,
           IdentityPattern<sdy::DataFlowEdgeOp>,
           IdentityPattern<sdy::FuncDataFlowEdgeOp>,
           IdentityPattern<sdy::PropagationBarrierOp>,
           IdentityPattern<sdy::ReduceScatterOp>,
           IdentityPattern<sdy::ReplicatedToUnreducedOp>,
           IdentityPattern<sdy::ReshardOp>,
           IdentityPattern<sdy::ShardedToUnreducedOp>,
           IdentityPattern<sdy::ShardingConstraintOp>,
           InlinePattern<sdy::ManualComputationOp>,
           InlinePattern<sdy::NamedComputationOp>, TokenPattern<AfterAllOp>,
           TokenPattern<CreateTokenOp>>(types, patterns.getContext());
  // no type converter: linalg has no tuple type
  patterns.add<ElementPattern, TuplePattern>(patterns.getContext());
}
