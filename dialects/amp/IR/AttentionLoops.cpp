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

bool mlir::amp::isPackedMap(AffineMap map) {
  if (map.getNumResults() == 0)
    return false;
  auto quotient = dyn_cast<AffineBinaryOpExpr>(map.getResults().back());
  if (!quotient || quotient.getKind() != AffineExprKind::FloorDiv)
    return false;
  auto by = dyn_cast<AffineConstantExpr>(quotient.getRHS());
  return by && by.getValue() == 8 && isa<AffineDimExpr>(quotient.getLHS());
}

AffineMap mlir::amp::unpackedMap(AffineMap map) {
  SmallVector<AffineExpr> results(map.getResults());
  results.back() = cast<AffineBinaryOpExpr>(results.back()).getLHS();
  return AffineMap::get(map.getNumDims(), 0, results, map.getContext());
}

SmallVector<int64_t> mlir::amp::attentionLoopSizes(Operation *op,
                                                   ArrayAttr maps) {
  SmallVector<int64_t> sizes(mapOf(maps, 0).getNumDims(), ShapedType::kDynamic);
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    for (auto [expr, size] :
         llvm::zip(mapOf(maps, i).getResults(),
                   cast<ShapedType>(operand.getType()).getShape()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        sizes[loop.getPosition()] = size;
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
    bool isPacked = isPackedMap(map) && type.getElementType().isInteger(8);
    AffineMap elements = isPacked ? unpackedMap(map) : map;
    if (map.getNumDims() != loops || !elements.isProjectedPermutation() ||
        map.getNumResults() != type.getRank())
      return op->emitOpError()
             << "expects a map from " << loops << " loops to " << type
             << ", but got " << AffineMapAttr::get(map);
    SmallVector<int64_t> shape(type.getShape());
    if (isPacked)
      shape.back() *= 8;
    for (auto [expr, size] : llvm::zip(elements.getResults(), shape)) {
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

static LogicalResult verifyBody(Operation *op, ArrayAttr maps, Region &body,
                                OperandRange others) {
  if (!body.hasOneBlock())
    return op->emitOpError() << "expects a body of one block, but got "
                             << body.getBlocks().size();
  Builder builder(op->getContext());
  SmallVector<Type> wanted = {builder.getF32Type()};
  unsigned first = others.getBeginOperandIndex();
  for (auto [i, other] : llvm::enumerate(others))
    wanted.push_back(isPackedMap(mapOf(maps, first + i))
                         ? builder.getI1Type()
                         : getElementTypeOrSelf(other));
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

LogicalResult mlir::amp::verifyAttentionBodies(Operation *op, ArrayAttr maps,
                                               OperandRange others) {
  for (Region &body : op->getRegions())
    if (!body.empty() && failed(verifyBody(op, maps, body, others)))
      return failure();
  return success();
}
