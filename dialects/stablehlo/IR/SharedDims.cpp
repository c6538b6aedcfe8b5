// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot_general … batching_dims = [0] x [0], contracting_dims = [2] x [1]
//   ==>   lhs 0 = rhs 0 = result 0, lhs 1 = result 1, rhs 2 = result 2,
//         lhs 2 = rhs 1
//
// Those of gather and scatter are in lib/OpModel/IndexingDims.cpp.
#include "amp/ModelOp.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

using Dims = SmallVector<SharedDim>;

/// Pairs position by position.
static void pairAll(Dims &dims, unsigned first, ArrayRef<int64_t> firstDims,
                    unsigned second, ArrayRef<int64_t> secondDims) {
  for (auto [a, b] : llvm::zip(firstDims, secondDims))
    dims.push_back({{first, a}, {second, b}});
}

namespace {
struct DotGeneralDims
    : SharedDimsOp::ExternalModel<DotGeneralDims, DotGeneralOp> {
  Dims getSharedDims(Operation *op) const {
    auto dot = cast<DotGeneralOp>(op);
    auto numbers = dot.getDotDimensionNumbers();
    ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
    ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
    ArrayRef<int64_t> lhsDepth = numbers.getLhsContractingDimensions();
    ArrayRef<int64_t> rhsDepth = numbers.getRhsContractingDimensions();
    SmallVector<int64_t> lhs =
        otherDims(shapeOf(dot.getLhs()).size(), {lhsBatch, lhsDepth});
    SmallVector<int64_t> rhs =
        otherDims(shapeOf(dot.getRhs()).size(), {rhsBatch, rhsDepth});
    SmallVector<int64_t> result =
        otherDims(shapeOf(dot.getResult()).size(), {});
    ArrayRef<int64_t> free(result);
    Dims dims;
    pairAll(dims, 0, lhsDepth, 1, rhsDepth);
    pairAll(dims, 0, lhsBatch, 1, rhsBatch);
    pairAll(dims, 0, lhsBatch, 2, free);
    pairAll(dims, 0, lhs, 2, free.drop_front(lhsBatch.size()));
    pairAll(dims, 1, rhs, 2, free.drop_front(lhsBatch.size() + lhs.size()));
    return dims;
  }
};

/// The pixels are not: a window makes more or fewer of them.
struct ConvolutionDims
    : SharedDimsOp::ExternalModel<ConvolutionDims, ConvolutionOp> {
  Dims getSharedDims(Operation *op) const {
    auto conv = cast<ConvolutionOp>(op);
    auto numbers = conv.getDimensionNumbers();
    Dims dims = {{{1, numbers.getKernelOutputFeatureDimension()},
                  {2, numbers.getOutputFeatureDimension()}}};
    if (conv.getBatchGroupCount() == 1)
      dims.push_back({{0, numbers.getInputBatchDimension()},
                      {2, numbers.getOutputBatchDimension()}});
    if (conv.getFeatureGroupCount() == 1)
      dims.push_back({{0, numbers.getInputFeatureDimension()},
                      {1, numbers.getKernelInputFeatureDimension()}});
    return dims;
  }
};
} // namespace

void StablehloDialect::registerSharedDims() {
  MLIRContext &context = *getContext();
  DotGeneralOp::attachInterface<DotGeneralDims>(context);
  ConvolutionOp::attachInterface<ConvolutionDims>(context);
}
