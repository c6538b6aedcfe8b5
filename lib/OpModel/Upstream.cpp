// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// External models of upstream dialects: which linalg ops are contractions, and
// the sizes of theirs and of TOSA's.
#include "lib/OpModel/OpModel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<ShapedType>(value.getType()).getShape();
}

static int64_t product(ArrayRef<int64_t> sizes) {
  return ContractionShape::product(sizes);
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

/// Sums of products of two float inputs: pooling has the same interface as
/// convolution, so the body decides.
static bool multipliesAndAdds(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *block = op.getBlock();
  return !block->getOps<arith::MulFOp>().empty() &&
         !block->getOps<arith::AddFOp>().empty();
}

static bool isContraction(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && multipliesAndAdds(op) &&
         (linalg::isaContractionOpInterface(op) ||
          linalg::isaConvolutionOpInterface(op));
}

// ^bb0(%a: f32, …): mulf %a   ==>   ^bb0(%a: f16, …): extf %a; mulf
static void widenInBody(linalg::LinalgOp op) {
  auto builder = OpBuilder::atBlockBegin(op.getBlock());
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    Type wide = argument.getType();
    Type narrow = getElementTypeOrSelf(input->get().getType());
    if (wide == narrow)
      continue;
    argument.setType(narrow);
    auto widened = arith::ExtFOp::create(builder, op.getLoc(), wide, argument);
    argument.replaceAllUsesExcept(widened, widened);
  }
}

namespace {
template <typename OpT>
struct LinalgModel : ModelOp::ExternalModel<LinalgModel<OpT>, OpT> {
  OpClass getOpClass(Operation *op) const {
    return isContraction(cast<linalg::LinalgOp>(op)) ? OpClass::contraction
                                                     : OpClass::opaque;
  }

  /// The iteration space is the product space: parallel loops make the result,
  /// the others are summed over.
  ContractionShape getContractionShape(Operation *op) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    SmallVector<int64_t> rows, depth;
    for (auto [size, kind] : llvm::zip_equal(linalgOp.getStaticLoopRanges(),
                                             linalgOp.getIteratorTypesArray()))
      (kind == utils::IteratorType::parallel ? rows : depth).push_back(size);
    return {1, product(rows), 1, product(depth)};
  }

  void adoptTypes(Operation *op) const {
    widenInBody(cast<linalg::LinalgOp>(op));
  }
};

//===----------------------------------------------------------------------===//
// TOSA
//===----------------------------------------------------------------------===//

struct TosaMatMulModel
    : ModelOp::ExternalModel<TosaMatMulModel, tosa::MatMulOp> {
  ContractionShape getContractionShape(Operation *op) const {
    auto matmul = cast<tosa::MatMulOp>(op);
    ArrayRef<int64_t> a = shapeOf(matmul.getA()), b = shapeOf(matmul.getB());
    return {a[0], a[1], b[2], a[2]};
  }
};

/// Weights are [out, window…, in]; depthwise ones [h, w, in, multiplier], each
/// channel on its own; transposed ones visit the window for each input pixel.
template <typename OpT>
struct TosaConvModel : ModelOp::ExternalModel<TosaConvModel<OpT>, OpT> {
  ContractionShape getContractionShape(Operation *op) const {
    ArrayRef<int64_t> input = shapeOf(op->getOperand(0));
    ArrayRef<int64_t> weight = shapeOf(op->getOperand(1));
    ArrayRef<int64_t> output = shapeOf(op->getResult(0));
    if (std::is_same_v<OpT, tosa::DepthwiseConv2DOp>)
      return {weight[2], product(output.drop_back()), weight[3],
              product(weight.take_front(2))};
    bool transposed = std::is_same_v<OpT, tosa::TransposeConv2DOp>;
    return {1, product((transposed ? input : output).drop_back()), weight[0],
            product(weight.drop_front())};
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

template <typename... OpTs> static void attachLinalg(MLIRContext *context) {
  (OpTs::template attachInterface<LinalgModel<OpTs>>(*context), ...);
}

template <typename... OpTs> static void attachTosaConv(MLIRContext *context) {
  (OpTs::template attachInterface<TosaConvModel<OpTs>>(*context), ...);
}

void amp::registerUpstreamModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachLinalg<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    tosa::MatMulOp::attachInterface<TosaMatMulModel>(*context);
    attachTosaConv<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
                   tosa::TransposeConv2DOp>(context);
  });
}
