// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = generic ins(%a : 64x784x9, %b : 64x784x32) outs(%init : 9x32)   // a * b
//   ==>   %parts = generic ins(%a, %b) outs(0 : 64x9x32)               // batch
//         %r = generic ins(%parts) outs(%init) {addf}
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/NestReduction.h"
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {
#define GEN_PASS_DEF_SPLITCONTRACTIONS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Rows and columns of a small tile of results; one block computes a tile.
static constexpr int64_t tileSize = 64;
/// So many tiles leave most multiprocessors of a GPU idle.
static constexpr int64_t maxTiles = 16;
/// So many blocks occupy most multiprocessors of the known chips (84 to 188).
static constexpr int64_t wantedBlocks = 128;
/// Products of a sum: shorter sums end before a second kernel would start, and
/// shorter parts do not fill the pipeline stages of a block.
static constexpr int64_t minSum = 4096, minPart = 192;

namespace {
/// Sizes of a contraction as a batch of matrix products.
struct Sizes {
  int64_t batch = 1, rows = 1, columns = 1, sum = 1;

  int64_t tiles() const {
    return batch * llvm::divideCeil(rows, tileSize) *
           llvm::divideCeil(columns, tileSize);
  }
};

/// Reduction loop, and the number of parts of its iterations.
struct Split {
  unsigned loop;
  int64_t parts;
};
} // namespace

/// Returns true if tensor cores multiply the operands.
static bool isForTensorCores(GenericOp op) {
  Type a = getElementTypeOrSelf(op.getInputs()[0]);
  Type b = getElementTypeOrSelf(op.getInputs()[1]);
  if (a != b || !getElementTypeOrSelf(op.getOutputs()[0]).isF32())
    return false;
  if (a.isF16() || a.isBF16())
    return true;
  return a.isF32() && llvm::any_of(op.getBody()->getOps<arith::MulFOp>(),
                                   [](arith::MulFOp multiplication) {
                                     return multiplication->hasAttr("amp.tf32");
                                   });
}

/// None where the op is not a batch of matrix products of static sizes, with
/// one element of its result per iteration of its parallel loops.
static std::optional<Sizes> sizesOf(GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!maps[2].isProjectedPermutation() ||
      maps[2].getNumResults() != op.getNumParallelLoops())
    return std::nullopt;
  Sizes sizes;
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    bool inA = maps[0].isFunctionOfDim(loop),
         inB = maps[1].isFunctionOfDim(loop);
    bool isReduced =
        op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
    if (inA && inB)
      (isReduced ? sizes.sum : sizes.batch) *= size;
    else if (!isReduced && inA != inB)
      (inA ? sizes.rows : sizes.columns) *= size;
    else if (size != 1)
      return std::nullopt;
  }
  return sizes;
}

/// Returns the largest divisor of `size` that is at most `most`.
static int64_t largestDivisor(int64_t size, int64_t most) {
  int64_t divisor = std::max<int64_t>(1, std::min(size, most));
  while (size % divisor)
    --divisor;
  return divisor;
}

/// Returns true if each operand reads elements at the loop alone, or without
/// it.
static bool isPlain(GenericOp op, unsigned loop) {
  return llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
      return isa<AffineDimExpr>(expr) || !expr.isFunctionOfDim(loop);
    });
  });
}

static bool hasWindow(GenericOp op) {
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!isPlain(op, loop))
      return true;
  return false;
}

/// None where one block per tile of results is enough. A loop that a window
/// shifts is split into its iterations only.
static std::optional<Split> splitOf(GenericOp op) {
  if (!sumsProducts(op) || !isForTensorCores(op))
    return std::nullopt;
  std::optional<Sizes> sizes = sizesOf(op);
  if (!sizes || sizes->rows == 1 || sizes->columns == 1 ||
      sizes->sum < minSum || sizes->tiles() > maxTiles)
    return std::nullopt;
  auto wanted = std::min<int64_t>(
      llvm::divideCeil(wantedBlocks, sizes->tiles()), sizes->sum / minPart);
  std::optional<Split> best;
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (op.getIteratorTypesArray()[loop] != utils::IteratorType::reduction)
      continue;
    int64_t parts = largestDivisor(size, wanted);
    if (!isPlain(op, loop))
      parts = size <= sizes->sum / minPart ? size : 1;
    auto occupied = [&](int64_t parts) { return std::min(parts, wanted); };
    if (parts > 1 && (!best || occupied(parts) > occupied(best->parts)))
      best = Split{static_cast<unsigned>(loop), parts};
  }
  return best;
}

namespace {
struct SplitContractions : amp::impl::SplitContractionsBase<SplitContractions> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<GenericOp> ops;
    getOperation().walk([&](GenericOp op) { ops.push_back(op); });
    for (GenericOp op : ops) {
      std::optional<Split> split = splitOf(op);
      if (!split || !(hasWindow(op) ? convolutions : matmuls))
        continue;
      if (split->parts < op.getStaticLoopRanges()[split->loop])
        op = nestReduction(op, split->loop, rewriter, split->parts,
                           /*together=*/1);
      if (!op)
        continue;
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(
          op, reduceByParts(op, split->loop, /*position=*/0, rewriter));
    }
  }
};
} // namespace
