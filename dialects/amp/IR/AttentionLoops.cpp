// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/AttentionLoops.h"
#include "dialects/amp/IR/AmpAttention.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static AffineMap mapOf(ArrayAttr maps, unsigned operand) {
  return cast<AffineMapAttr>(maps[operand]).getValue();
}

SmallVector<int64_t> mlir::amp::attentionLoopSizes(Operation *op,
                                                   ArrayAttr maps) {
  SmallVector<int64_t> sizes(mapOf(maps, 0).getNumDims(), ShapedType::kDynamic);
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    for (auto [expr, size] :
         llvm::zip(mapOf(maps, i).getResults(),
                   cast<ShapedType>(operand.getType()).getShape()))
      sizes[cast<AffineDimExpr>(expr).getPosition()] = size;
  return sizes;
}

void mlir::amp::addAttentionEffects(
    DestinationStyleOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (op.isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}

LogicalResult mlir::amp::verifyAttentionMaps(Operation *op, ArrayAttr maps) {
  if (maps.size() != op->getNumOperands())
    return op->emitOpError() << "expects " << op->getNumOperands()
                             << " indexing maps, but got " << maps.size();
  unsigned loops = mapOf(maps, 0).getNumDims();
  SmallVector<int64_t> sizes(loops, -1);
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    AffineMap map = mapOf(maps, i);
    auto type = cast<ShapedType>(operand.getType());
    if (map.getNumDims() != loops || !map.isProjectedPermutation() ||
        map.getNumResults() != type.getRank())
      return op->emitOpError()
             << "expects a map from " << loops << " loops to " << type
             << ", but got " << AffineMapAttr::get(map);
    for (auto [expr, size] : llvm::zip(map.getResults(), type.getShape())) {
      int64_t &known = sizes[cast<AffineDimExpr>(expr).getPosition()];
      if (known >= 0 && known != size)
        return op->emitOpError() << "expects a loop of size " << known
                                 << " in operand " << i << ", but got " << size;
      known = size;
    }
  }
  if (const auto *unknown = llvm::find(sizes, -1); unknown != sizes.end())
    return op->emitOpError()
           << "expects an operand for each loop, but got none "
              "for loop "
           << unknown - sizes.begin();
  return success();
}

LogicalResult mlir::amp::verifyAttentionBody(Operation *op, ArrayAttr maps,
                                             Region &body, ValueRange others) {
  Builder builder(op->getContext());
  SmallVector<Type> wanted = {builder.getF32Type()};
  for (Value other : others)
    wanted.push_back(getElementTypeOrSelf(other));
  wanted.append(mapOf(maps, 0).getNumDims(), builder.getIndexType());
  if (!llvm::equal(body.getArgumentTypes(), wanted))
    return op->emitOpError()
           << "expects a body with arguments (" << wanted << "), but got ("
           << body.getArgumentTypes() << ")";
  if (!isa<YieldOp>(body.front().back()))
    return op->emitOpError() << "expects a body that ends with amp.yield, but "
                                "got "
                             << body.front().back().getName();
  return success();
}
