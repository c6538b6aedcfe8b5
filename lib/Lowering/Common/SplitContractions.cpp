// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = generic ins(%a : 64x784x9, %b : 64x784x32) outs(%init : 9x32)   // a * b
//   ==>   %parts = generic ins(%a, %b) outs(0 : 64x9x32)               // batch
//         %r = generic ins(%parts) outs(%init) {addf}
#include "lib/Cost/Chip.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/NestReduction.h"
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include <cmath>

namespace mlir::amp {
#define GEN_PASS_DEF_SPLITCONTRACTIONS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Least K of a part: shorter parts do not fill the pipeline stages of a block.
static constexpr int64_t minPart = 192;
/// Microseconds in which a block multiplies `stepBytes` along K of an operand,
/// with few other blocks on its multiprocessor: by the time model, for kernels
/// of H100 and H200.
static constexpr double stepTime = 0.35, stepBytes = 128;
/// Limit on the share of the time that remains after a split: it separates the
/// contraction from its epilogue.
static constexpr double maxShare = 0.6;

namespace {
/// Reduction loop, and the number of parts of its iterations.
struct Split {
  unsigned loop;
  int64_t parts;
};
} // namespace

/// Returns modelled microseconds of a contraction in parts, and of their
/// reduction.
static double timeOf(const MatmulSizes &sizes, int64_t bytesOfFactor,
                     int64_t parts, const Chip &chip) {
  double steps = std::ceil(double(sizes.sum * bytesOfFactor) /
                           (stepBytes * double(parts)));
  auto waves = double(llvm::divideCeil(sizes.tiles() * parts,
                                       MatmulSizes::resident * chip.gpu.count));
  double time = steps * stepTime * waves;
  if (parts == 1)
    return time;
  double bytes = 2.0 * 4 * double(parts * sizes.results());
  return time + multiprocessor::launchGap +
         bytes / (chip.memory * multiprocessor::memory * 1e3);
}

/// Returns true if the loop indexes dimensions of operands alone, or not at
/// all.
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

/// Returns true if elementwise ops and a maximum over a dimension read the
/// result of `op`: logits. Their kernel computes the statistics, and must not
/// store logits in f32.
static bool areLogits(GenericOp op) {
  constexpr unsigned maxReaders = 16;
  SmallVector<Operation *> work = {op};
  llvm::SmallPtrSet<Operation *, maxReaders> seen;
  while (!work.empty() && seen.size() < maxReaders) {
    Operation *next = work.pop_back_val();
    for (Operation *user : next->getUsers()) {
      auto reader = dyn_cast<GenericOp>(user);
      if (!reader || !seen.insert(user).second)
        continue;
      if (reader.getNumReductionLoops() == 0)
        work.push_back(user);
      else if (!reader.getBody()->getOps<arith::MaximumFOp>().empty())
        return true;
    }
  }
  return false;
}

/// Returns none if one block per output tile is fast enough. A loop that a
/// window shifts is split into its iterations only.
static std::optional<Split> splitOf(GenericOp op, const Chip &chip) {
  if (!isContraction(op) || !isForTensorCores(op))
    return std::nullopt;
  std::optional<MatmulSizes> sizes = productSizesOf(op);
  if (!sizes || sizes->rows == 1 || sizes->columns == 1)
    return std::nullopt;
  int64_t bytes =
      getElementTypeOrSelf(op.getInputs()[0]).getIntOrFloatBitWidth() / 8;
  int64_t most = sizes->sum / minPart;
  double least = maxShare * timeOf(*sizes, bytes, 1, chip);
  std::optional<Split> best;
  auto tryParts = [&](unsigned loop, int64_t parts) {
    double time = timeOf(*sizes, bytes, parts, chip);
    if (parts > 1 && parts <= most && time < least) {
      least = time;
      best = Split{loop, parts};
    }
  };
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (op.getIteratorTypesArray()[loop] != utils::IteratorType::reduction)
      continue;
    if (!isPlain(op, loop))
      tryParts(loop, size);
    else
      for (int64_t parts = 2; parts <= std::min(size, most); ++parts)
        if (size % parts == 0)
          tryParts(loop, parts);
  }
  return best && areLogits(op) ? std::nullopt : best;
}

namespace {
struct SplitContractions : amp::impl::SplitContractionsBase<SplitContractions> {
  using Base::Base;

  void runOnOperation() override {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    SmallVector<GenericOp> ops;
    getOperation().walk([&](GenericOp op) { ops.push_back(op); });
    for (GenericOp op : ops) {
      std::optional<Split> split = splitOf(op, *target);
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
