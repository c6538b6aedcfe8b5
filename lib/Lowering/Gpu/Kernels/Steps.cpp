// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Kernels/Steps.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

std::optional<SmallVector<int64_t>>
amp::lowering::stepsOf(MemRefType type, AffineMap map, unsigned inner) {
  SmallVector<int64_t> strides, steps;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return std::nullopt;
  if (!isPlain(type) &&
      (strides.back() != 1 ||
       llvm::any_of(map.getResults().drop_back(), [&](AffineExpr result) {
         return result.isFunctionOfDim(inner);
       })))
    return std::nullopt;
  AffineExpr index = getAffineConstantExpr(offset, map.getContext());
  for (auto [result, stride] : llvm::zip(map.getResults(), strides))
    index = index + result * stride;
  unsigned loops = map.getNumDims();
  if (!index.isPureAffine() ||
      failed(getFlattenedAffineExpr(simplifyAffineExpr(index, loops, 0), loops,
                                    0, &steps)) ||
      steps.size() != loops + 1)
    return std::nullopt;
  return steps;
}

bool amp::lowering::followsPoints(ArrayRef<int64_t> steps,
                                  ArrayRef<int64_t> sizes) {
  if (steps.back() != 0)
    return false;
  int64_t stride = 1;
  for (auto [step, size] :
       llvm::zip(llvm::reverse(steps.drop_back()), llvm::reverse(sizes))) {
    if (size != 1 && step != stride)
      return false;
    stride *= size;
  }
  return true;
}

int64_t amp::lowering::elementsAtOnce(Type type, int64_t width) {
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() % 8)
    return 1;
  return std::min<int64_t>(width, 128 / type.getIntOrFloatBitWidth());
}

/// Returns true if each operand of `op` has aligned vectors of `width` elements
/// along `inner`, or is not contiguous along `inner`.
static bool liesInVectors(linalg::LinalgOp op, unsigned inner, int64_t width) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (sizes[inner] % width)
    return false;
  sizes.push_back(0); // the offset must be aligned, too
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || !type.getRank())
      continue;
    auto steps = stepsOf(type, op.getMatchingIndexingMap(&operand), inner);
    if (!steps)
      return false;
    if ((*steps)[inner] != 1)
      continue;
    int64_t chunk = elementsAtOnce(type.getElementType(), width);
    for (auto [loop, step] : llvm::enumerate(*steps))
      if (loop != inner && sizes[loop] != 1 && step % chunk)
        return false;
  }
  return true;
}

int64_t amp::lowering::widestVectors(ArrayRef<Operation *> ops,
                                     unsigned inner) {
  int64_t width = 1;
  for (Operation *op : ops)
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<MemRefType>(operand.get().getType());
      if (!type || !type.getRank())
        continue;
      auto steps = stepsOf(
          type, cast<linalg::LinalgOp>(op).getMatchingIndexingMap(&operand),
          inner);
      if (steps && (*steps)[inner] == 1)
        width = std::max(width, elementsAtOnce(type.getElementType(), 8));
    }
  return width;
}

int64_t amp::lowering::vectorWidth(ArrayRef<Operation *> ops, unsigned inner,
                                   int64_t width) {
  while (width > 1 && !llvm::all_of(ops, [&](Operation *op) {
           return liesInVectors(cast<linalg::LinalgOp>(op), inner, width);
         }))
    width /= 2;
  return width;
}

/// Returns true if `values` in the body of `op` do not depend on loop `inner`.
static bool areSameAlong(ValueRange values, linalg::GenericOp op,
                         unsigned inner) {
  SetVector<Value> work(values.begin(), values.end());
  for (size_t i = 0; i < work.size(); ++i) {
    Value value = work[i];
    if (value.getParentBlock() != op.getBody())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      AffineMap map = op.getIndexingMapsArray()[argument.getArgNumber()];
      if (map.isFunctionOfDim(inner))
        return false;
      continue;
    }
    Operation *source = value.getDefiningOp();
    auto index = dyn_cast<linalg::IndexOp>(source);
    if ((index && index.getDim() == inner) || source->getNumRegions())
      return false;
    work.insert(source->operand_begin(), source->operand_end());
  }
  return true;
}

bool amp::lowering::readsNeighbours(memref::LoadOp load, linalg::GenericOp op,
                                    unsigned inner, int64_t width) {
  auto type = cast<MemRefType>(load.getMemRef().getType());
  if (!isPlain(type) || !type.getRank() ||
      type.getShape().back() % elementsAtOnce(type.getElementType(), width))
    return false;
  auto last = load.getIndices().back().getDefiningOp<linalg::IndexOp>();
  return last && last.getDim() == inner &&
         areSameAlong(load.getIndices().drop_back(), op, inner);
}
