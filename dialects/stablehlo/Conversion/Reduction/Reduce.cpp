// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce(%x init: %i) { body }  ==>  %f = linalg.fill ins(%i)
//                                    linalg.generic ins(%x) outs(%f) { body }
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Reduction/Reducer.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
struct ReducePattern : OpConversionPattern<ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    unsigned loops = tensorTypeOf(adaptor.getInputs()[0]).getRank();
    SmallVector<AffineExpr> kept;
    SmallVector<utils::IteratorType> iterators(loops,
                                               utils::IteratorType::parallel);
    for (int64_t dim : op.getDimensions())
      iterators[dim] = utils::IteratorType::reduction;
    for (auto [i, kind] : llvm::enumerate(iterators))
      if (kind == utils::IteratorType::parallel)
        kept.push_back(builder.getAffineDimExpr(i));

    Reducer reducer(op.getBody(), op.getInputs().getTypes(),
                    op.getInitValues().getTypes());
    size_t count = op.getInputs().size();
    SmallVector<AffineMap> maps(count, builder.getMultiDimIdentityMap(loops));
    maps.append(count, AffineMap::get(loops, 0, kept, builder.getContext()));
    SmallVector<Value> inits = reducer.fillInits(
        builder, adaptor.getInitValues(), op.getResultTypes(), *typeConverter);
    rewriter.replaceOp(op, linalg::GenericOp::create(
                               builder, ValueRange(inits).getTypes(),
                               adaptor.getInputs(), inits, maps, iterators,
                               reducer.bodyOf(&Reducer::fold)));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateReduce(const TypeConverter &types,
                                          RewritePatternSet &patterns) {
  patterns.add<ReducePattern>(types, patterns.getContext());
}
