// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linalg: dimensions indexed by the same loop are shared.
#include "lib/OpModel/Upstream.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
template <typename OpT>
struct LinalgDims : SharedDimsOp::ExternalModel<LinalgDims<OpT>, OpT> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    SmallVector<std::optional<ValueDim>> firstOf(linalgOp.getNumLoops());
    SmallVector<SharedDim> dims;
    auto add = [&](AffineMap map, unsigned value) {
      for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
        auto loop = dyn_cast<AffineDimExpr>(expr);
        if (!loop)
          continue;
        ValueDim here{value, static_cast<int64_t>(dim)};
        std::optional<ValueDim> &first = firstOf[loop.getPosition()];
        if (first)
          dims.push_back({*first, here});
        else
          first = here;
      }
    };
    for (OpOperand &operand : op->getOpOperands())
      add(linalgOp.getMatchingIndexingMap(&operand),
          operand.getOperandNumber());
    for (OpResult result : op->getResults())
      add(linalgOp.getIndexingMapMatchingResult(result),
          op->getNumOperands() + result.getResultNumber());
    return dims;
  }
};

/// Shared dimensions of the operands and the single result.
template <typename OpT>
struct TosaDims : SharedDimsOp::ExternalModel<TosaDims<OpT>, OpT> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const {
    unsigned result = op->getNumOperands();
    if (std::is_same_v<OpT, tosa::MatMulOp>)
      return {{{0, 0}, {1, 0}},
              {{0, 0}, {result, 0}},
              {{0, 1}, {result, 1}},
              {{1, 2}, {result, 2}},
              {{0, 2}, {1, 1}}};
    return {{{0, 0}, {result, 0}}};
  }
};
} // namespace

template <typename... OpTs> static void attachLinalg(MLIRContext *context) {
  (OpTs::template attachInterface<LinalgDims<OpTs>>(*context), ...);
}

template <typename... OpTs> static void attachTosa(MLIRContext *context) {
  (OpTs::template attachInterface<TosaDims<OpTs>>(*context), ...);
}

void amp::registerSharedDims(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachLinalg<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    attachTosa<tosa::MatMulOp, tosa::Conv2DOp, tosa::Conv3DOp,
               tosa::DepthwiseConv2DOp, tosa::TransposeConv2DOp>(context);
  });
}
