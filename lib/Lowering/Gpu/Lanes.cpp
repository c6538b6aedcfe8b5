// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Lanes.h"

using namespace mlir;
using namespace mlir::amp;
using linalg::GenericOp;

bool amp::isContiguous(GenericOp op, unsigned loop) {
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

Lanes amp::chooseLanes(GenericOp op, ArrayRef<int64_t> sizes,
                       ArrayRef<unsigned> kept, ArrayRef<unsigned> reduced) {
  int64_t numResults = 1, numReduced = 1;
  for (unsigned loop : kept)
    numResults *= sizes[loop];
  for (unsigned loop : reduced)
    numReduced *= sizes[loop];
  Lanes how;
  bool isWide = numResults < 32 * 128; // too few blocks to fill a chip
  int64_t threads = isWide ? 1024 : threadsPerBlock;
  how.lanesAreNeighbours = kept.empty() || !isContiguous(op, kept.back());
  if (how.lanesAreNeighbours) {
    if (!reduced.empty() && isContiguous(op, reduced.back()))
      how.width = vectorWidth({op.getOperation()}, sizes[reduced.back()],
                              reduced.back());
    how.lanes = powerBelow(
        numReduced / how.width,
        numReduced / how.width >= 1024 && numResults < 128 ? 1024 : 256);
    how.results = std::max<int64_t>(1, threadsPerBlock / how.lanes);
    return how;
  }
  how.results = powerBelow(sizes[kept.back()], 32);
  how.lanes = powerBelow(numReduced, threads / how.results);
  return how;
}
