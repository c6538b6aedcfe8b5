// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %s = extract_slice (contraction %a, %b) [0, 0] [50257, 768]
//   ==>   %s = contraction (extract_slice %a [0, 0] [4096, 50257]), %b
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp {
#define GEN_PASS_DEF_SLICECONTRACTIONS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

namespace {
/// Offset and size of each loop of a contraction.
struct Part {
  SmallVector<int64_t> offsets, sizes;

  Value of(Value operand, AffineMap map, OpBuilder &builder) const;
};
} // namespace

/// Returns the slice of `operand` that the loops access.
Value Part::of(Value operand, AffineMap map, OpBuilder &builder) const {
  auto type = cast<RankedTensorType>(operand.getType());
  SmallVector<OpFoldResult> from, shape,
      steps(type.getRank(), builder.getIndexAttr(1));
  for (AffineExpr expr : map.getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    from.push_back(builder.getIndexAttr(offsets[loop]));
    shape.push_back(builder.getIndexAttr(sizes[loop]));
  }
  auto slice = tensor::ExtractSliceOp::create(builder, operand.getLoc(),
                                              operand, from, shape, steps);
  if (slice.getType() != type)
    return slice;
  slice.erase();
  return operand;
}

/// Returns the contraction that `slice` reads, if it has no other users and can
/// compute the slice alone; else null.
static GenericOp contractionOf(tensor::ExtractSliceOp slice) {
  auto op = slice.getSource().getDefiningOp<GenericOp>();
  if (!op || !op->hasOneUse() || !isContraction(op) ||
      !op.hasPureTensorSemantics() || !slice.hasUnitStride() ||
      slice.getType().getRank() != slice.getSourceType().getRank() ||
      !slice.getSourceType().hasStaticShape() ||
      ShapedType::isDynamicShape(slice.getStaticSizes()) ||
      ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
      !op.getDpsInits()[0].getDefiningOp<linalg::FillOp>())
    return nullptr;
  bool isPlain = llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return map.isProjectedPermutation();
  });
  return isPlain ? op : nullptr;
}

static void computeSlice(tensor::ExtractSliceOp slice, GenericOp op) {
  Part part;
  part.sizes = op.getStaticLoopRanges();
  part.offsets.assign(part.sizes.size(), 0);
  AffineMap map = op.getIndexingMapsArray().back();
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    part.offsets[loop] = slice.getStaticOffsets()[i];
    part.sizes[loop] = slice.getStaticSizes()[i];
  }
  OpBuilder builder(op);
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  Value room = tensor::EmptyOp::create(builder, fill.getLoc(),
                                       slice.getType().getShape(),
                                       slice.getType().getElementType());
  Value zeros =
      linalg::FillOp::create(builder, fill.getLoc(), fill.value(), room)
          .getResult(0);
  for (OpOperand *input : op.getDpsInputOperands())
    input->set(
        part.of(input->get(), op.getMatchingIndexingMap(input), builder));
  op.getDpsInitsMutable()[0].set(zeros);
  op.getResult(0).setType(cast<RankedTensorType>(room.getType()));
  slice.replaceAllUsesWith(op.getResult(0));
  slice.erase();
  if (fill.use_empty())
    fill.erase();
}

namespace {
struct SliceContractions : amp::impl::SliceContractionsBase<SliceContractions> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<tensor::ExtractSliceOp> slices;
    getOperation().walk(
        [&](tensor::ExtractSliceOp slice) { slices.push_back(slice); });
    for (tensor::ExtractSliceOp slice : slices)
      if (GenericOp op = contractionOf(slice))
        computeSlice(slice, op);
  }
};
} // namespace
