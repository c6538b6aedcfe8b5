// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Kernels/Lanes.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Gpu/Kernels/Steps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Reductions of at most `maxAlone` elements use one thread per result if that
/// makes `manyThreads`. Contractions with `manyProducts` results always do, as
/// adjacent threads then share operands.
static constexpr int64_t maxAlone = 16, manyProducts = 1 << 17;

bool amp::lowering::isContiguous(GenericOp op, unsigned loop) {
  OpOperand *largest = nullptr;
  int64_t most = 0;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<MemRefType>(input->get().getType());
    if (type && type.hasStaticShape() && type.getNumElements() > most)
      most = type.getNumElements(), largest = input;
  }
  if (!largest || cast<MemRefType>(largest->get().getType()).getRank() == 0)
    return false;
  AffineExpr last = op.getMatchingIndexingMap(largest).getResults().back();
  return last == getAffineDimExpr(loop, op.getContext());
}

static int64_t powerBelow(int64_t value, int64_t most) {
  int64_t power = 1;
  while (power * 2 <= std::min(value, most))
    power *= 2;
  return power;
}

Lanes amp::lowering::chooseLanes(GenericOp op, ArrayRef<unsigned> kept,
                                 ArrayRef<unsigned> reduced,
                                 ArrayRef<Operation *> after, unsigned inner) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t numResults = 1, numReduced = 1;
  for (unsigned loop : kept)
    numResults *= sizes[loop];
  for (unsigned loop : reduced)
    numReduced *= sizes[loop];
  Lanes how;
  auto &[lanes, stride, groups] = how.sharing;
  Operation *sum = op;
  how.ofOneResult = kept.empty() || !isContiguous(op, kept[inner]);
  if (how.ofOneResult) {
    if (!reduced.empty() && isContiguous(op, reduced.back()))
      how.width =
          vectorWidth(sum, reduced.back(), widestVectors(sum, reduced.back()));
    if (isContraction(op) && numResults >= manyProducts)
      return how;
    int64_t steps = numReduced / how.width;
    lanes = powerBelow(steps, steps >= 1024 && numResults < 128 ? 1024 : 256);
    groups = std::max<int64_t>(1, threadsPerBlock / lanes);
    return how;
  }
  unsigned loop = kept[inner];
  how.width = vectorWidth(sum, loop, widestVectors(sum, loop));
  how.width = vectorWidth(after, inner, how.width);
  if (numResults / how.width >= manyThreads &&
      (numReduced <= maxAlone ||
       (isContraction(op) && numResults >= manyProducts)))
    return how;
  // too few blocks to fill the GPU
  bool isWide = numResults < (isContraction(op) ? 1 << 14 : 1 << 12);
  int64_t most = how.width == 1 ? 32 : isWide ? 4 : 8;
  stride = powerBelow(sizes[loop] / how.width, most);
  lanes = powerBelow(numReduced, (isWide ? 1024 : threadsPerBlock) / stride);
  groups = std::max<int64_t>(1, threadsPerBlock / (lanes * stride));
  return how;
}
