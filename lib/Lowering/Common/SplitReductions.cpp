// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = generic ins(%a : 8x16) outs(%init) {andi}   // two reduction loops
//   ==>   %rows = generic ins(%a) outs(true : 8) {andi}   // one is parallel
//         %r = generic ins(%rows) outs(%init) {andi}
//
// For a device, a single reduction loop is first split into two.
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/NestReduction.h"
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {
#define GEN_PASS_DEF_SPLITREDUCTIONS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Least number of elements to split: one core reads fewer before another wakes
/// up.
static constexpr int64_t minElements = 1 << 16;

/// Adjacent results that one block of a device computes, and the number of
/// elements per block that is worth another launch.
static constexpr int64_t resultsTogether = 32, maxElements = 1 << 17;
/// Number of busy blocks above which a single loop is not split.
static constexpr int64_t maxGroups = 16;

/// Returns the op that combines an element with the accumulator; null if the
/// order matters, as it may for floats.
static Operation *combinerOf(GenericOp op, bool floats) {
  BlockArgument sum = op.getRegionOutputArgs().front();
  Operation *yield = op.getBody()->getTerminator();
  Operation *combiner = yield->getOperand(0).getDefiningOp();
  if (!combiner || combiner->getNumOperands() != 2 || !sum.hasOneUse() ||
      *sum.user_begin() != combiner ||
      !(sum.getType().isInteger() ||
        (floats && isa<FloatType>(sum.getType()))) ||
      !arith::getNeutralElement(combiner))
    return nullptr;
  return combiner;
}

static bool reducesAll(GenericOp op) {
  return op.getNumResults() == 1 && op.getNumLoops() > 1 &&
         op.getNumReductionLoops() == op.getNumLoops() &&
         cast<RankedTensorType>(op.getResult(0).getType()).getRank() == 0;
}

/// Returns true if `op` is a reduction, other than a matmul, whose results are
/// indexed by its parallel loops.
static bool reducesToFew(GenericOp op) {
  if (op.getNumResults() != 1 || !op.getNumReductionLoops() ||
      (op.getNumParallelLoops() && isContraction(op)))
    return false;
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return out.isProjectedPermutation() &&
         out.getNumResults() == op.getNumParallelLoops();
}

namespace {
/// Outermost loop that can be split.
struct Shared {
  unsigned loop;
  bool isOnly; // no other reduction loop remains
};
} // namespace

/// Returns true if `loop` reads adjacent elements.
static bool endsWith(unsigned loop, GenericOp op) {
  AffineMap map = op.getIndexingMapsArray().front();
  return map.getNumResults() && map.getResults().back().isFunctionOfDim(loop);
}

/// Returns true if a split is profitable. One block computes several results if
/// the elements of each are strided, else a single result.
static bool isWorthIt(int64_t results, int64_t reduced, bool isOnly,
                      bool isTogether) {
  int64_t groups = llvm::divideCeil(results, resultsTogether);
  if (isOnly)
    return reduced >= minElements &&
           (isTogether ? results : groups) <= maxGroups;
  return results == 1 ? reduced >= minElements
                      : results * reduced / groups >= maxElements;
}

/// Returns none if there is too little work.
static std::optional<Shared> loopToSplit(GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  std::optional<unsigned> outer;
  int64_t results = 1, reduced = 1;
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    bool isReduced =
        op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
    (isReduced ? reduced : results) *= size;
    if (isReduced && size > 1 && !outer)
      outer = loop;
  }
  if (!outer)
    return std::nullopt;
  bool isOnly = sizes[*outer] == reduced;
  if (!isWorthIt(results, reduced, isOnly, endsWith(*outer, op)))
    return std::nullopt;
  return Shared{*outer, isOnly};
}

/// Returns true if `op` reads the result of a contraction, whose kernel then
/// reduces whole tiles.
static bool followsContraction(GenericOp op) {
  return llvm::any_of(op.getInputs(), [](Value input) {
    auto producer = input.getDefiningOp<GenericOp>();
    return producer && isContraction(producer);
  });
}

namespace {
struct SplitReductions : amp::impl::SplitReductionsBase<SplitReductions> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<GenericOp> ops;
    getOperation().walk([&](GenericOp op) {
      if (device ? reducesToFew(op) : reducesAll(op))
        ops.push_back(op);
    });
    for (GenericOp op : ops)
      while (op)
        op = split(op, rewriter);
  }

  /// Splits a reduction. Returns its first part if this has to be split, too.
  GenericOp split(GenericOp op, IRRewriter &rewriter) {
    std::optional<Shared> shared = loopToSplit(op);
    if (!combinerOf(op, device) || !shared || (shared->isOnly && !device))
      return nullptr;
    if (shared->isOnly)
      op = nestReduction(op, shared->loop, rewriter);
    if (!op)
      return nullptr;
    rewriter.setInsertionPoint(op);
    unsigned last = op.getNumParallelLoops();
    GenericOp rest = reduceByParts(op, shared->loop, last, rewriter);
    auto parts = rest.getInputs()[0].getDefiningOp<GenericOp>();
    rewriter.replaceOp(op, rest);
    bool isPredicate = getElementTypeOrSelf(rest.getResult(0)).isInteger(1);
    return device && isPredicate && parts && !followsContraction(parts)
               ? parts
               : nullptr;
  }
};
} // namespace
