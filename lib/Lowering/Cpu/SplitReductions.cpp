// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = generic ins(%a : 8x16) outs(%init) {andi}   // two reduction loops
//   ==>   %rows = generic ins(%a) outs(true : 8) {andi}   // one is parallel
//         %r = generic ins(%rows) outs(%init) {andi}
#include "lib/Lowering/Cpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {
#define GEN_PASS_DEF_SPLITREDUCTIONS
#include "lib/Lowering/Cpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using linalg::GenericOp;

/// Fewer elements are read sooner than a second core wakes up.
static constexpr int64_t minElements = 1 << 16;

/// The op that combines an element with the result so far; null where the order
/// matters, as it does for floats.
static Operation *combinerOf(GenericOp op) {
  BlockArgument sum = op.getRegionOutputArgs().front();
  Operation *yield = op.getBody()->getTerminator();
  Operation *combiner = yield->getOperand(0).getDefiningOp();
  if (!combiner || combiner->getNumOperands() != 2 || !sum.hasOneUse() ||
      *sum.user_begin() != combiner || !sum.getType().isInteger() ||
      !arith::getNeutralElement(combiner))
    return nullptr;
  return combiner;
}

static bool reducesAll(GenericOp op) {
  return op.getNumResults() == 1 && op.getNumLoops() > 1 &&
         op.getNumReductionLoops() == op.getNumLoops() &&
         cast<RankedTensorType>(op.getResult(0).getType()).getRank() == 0;
}

/// The outermost loop that can be shared; none if there is no other.
static std::optional<unsigned> loopToSplit(GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t elements = 1;
  for (int64_t size : sizes) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    elements *= size;
  }
  auto *outer = llvm::find_if(sizes, [](int64_t size) { return size > 1; });
  if (elements < minElements || *outer == elements)
    return std::nullopt;
  return std::distance(sizes.begin(), outer);
}

/// The same body, reduced to one value per iteration of `loop`.
static Value reduceRows(GenericOp op, unsigned loop, Operation *combiner,
                        IRRewriter &rewriter) {
  Location loc = op.getLoc();
  Type element = combiner->getResult(0).getType();
  int64_t size = op.getStaticLoopRanges()[loop];
  Value neutral = arith::ConstantOp::create(
      rewriter, loc, *arith::getNeutralElement(combiner));
  Value empty = tensor::EmptyOp::create(rewriter, loc, {size}, element);
  Value start =
      linalg::FillOp::create(rewriter, loc, neutral, empty).getResult(0);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() =
      AffineMap::get(op.getNumLoops(), 0, rewriter.getAffineDimExpr(loop));
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  loops[loop] = utils::IteratorType::parallel;
  auto rows = GenericOp::create(rewriter, loc, start.getType(), op.getInputs(),
                                start, maps, loops);
  rewriter.cloneRegionBefore(op.getRegion(), rows.getRegion(),
                             rows.getRegion().end());
  return rows.getResult(0);
}

static GenericOp reduceLast(GenericOp op, Value rows, Operation *combiner,
                            IRRewriter &rewriter) {
  AffineMap maps[] = {rewriter.getMultiDimIdentityMap(1),
                      AffineMap::get(1, 0, rewriter.getContext())};
  return GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), rows, op.getOutputs(), maps,
      utils::IteratorType::reduction,
      [&](OpBuilder &body, Location loc, ValueRange both) {
        Operation *last = body.clone(*combiner);
        last->setOperands(both);
        linalg::YieldOp::create(body, loc, last->getResult(0));
      });
}

namespace {
struct SplitReductions : amp::impl::SplitReductionsBase<SplitReductions> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<GenericOp> ops;
    getOperation().walk([&](GenericOp op) {
      if (reducesAll(op))
        ops.push_back(op);
    });
    for (GenericOp op : ops) {
      Operation *combiner = combinerOf(op);
      std::optional<unsigned> loop = loopToSplit(op);
      if (!combiner || !loop)
        continue;
      rewriter.setInsertionPoint(op);
      Value rows = reduceRows(op, *loop, combiner, rewriter);
      rewriter.replaceOp(op, reduceLast(op, rows, combiner, rewriter));
    }
  }
};
} // namespace
