// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/AmpAttention.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpAttention.cpp.inc"

SmallVector<int64_t> AttentionOp::getLoopSizes() {
  SmallVector<int64_t> sizes(getNumLoops(), ShapedType::kDynamic);
  for (auto [i, operand] : llvm::enumerate(getOperands()))
    for (auto [expr, size] :
         llvm::zip(mapOf(i).getResults(),
                   cast<ShapedType>(operand.getType()).getShape()))
      sizes[cast<AffineDimExpr>(expr).getPosition()] = size;
  return sizes;
}

SmallVector<AttentionLoop> AttentionOp::getLoopRoles() {
  AffineMap query = mapOf(0), key = mapOf(1), value = mapOf(2);
  AffineMap out = mapOf(getNumOperands() - 1);
  SmallVector<AttentionLoop> roles;
  for (unsigned loop = 0; loop < getNumLoops(); ++loop) {
    bool inKey = key.isFunctionOfDim(loop);
    bool inValue = value.isFunctionOfDim(loop);
    if (!out.isFunctionOfDim(loop))
      roles.push_back(inValue ? AttentionLoop::Column : AttentionLoop::Depth);
    else if (!inKey && !inValue)
      roles.push_back(AttentionLoop::Row);
    else if (!inKey && !query.isFunctionOfDim(loop))
      roles.push_back(AttentionLoop::Feature);
    else
      roles.push_back(AttentionLoop::Batch);
  }
  return roles;
}

void AttentionOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}

static LogicalResult verifyMaps(AttentionOp op) {
  if (op.getIndexingMaps().size() != op->getNumOperands())
    return op.emitOpError()
           << "expects " << op->getNumOperands() << " indexing maps, but got "
           << op.getIndexingMaps().size();
  unsigned loops = op.getNumLoops();
  SmallVector<int64_t> sizes(loops, -1);
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    AffineMap map = op.mapOf(i);
    auto type = cast<ShapedType>(operand.getType());
    if (map.getNumDims() != loops || !map.isProjectedPermutation() ||
        map.getNumResults() != type.getRank())
      return op.emitOpError()
             << "expects a map from " << loops << " loops to " << type
             << ", but got " << AffineMapAttr::get(map);
    for (auto [expr, size] : llvm::zip(map.getResults(), type.getShape())) {
      int64_t &known = sizes[cast<AffineDimExpr>(expr).getPosition()];
      if (known >= 0 && known != size)
        return op.emitOpError() << "expects a loop of size " << known
                                << " in operand " << i << ", but got " << size;
      known = size;
    }
  }
  if (const auto *unknown = llvm::find(sizes, -1); unknown != sizes.end())
    return op.emitOpError() << "expects an operand for each loop, but got none "
                               "for loop "
                            << unknown - sizes.begin();
  return success();
}

static LogicalResult verifyRoles(AttentionOp op) {
  AffineMap query = op.mapOf(0), key = op.mapOf(1);
  SmallVector<AttentionLoop> roles = op.getLoopRoles();
  if (llvm::count(roles, AttentionLoop::Column) != 1)
    return op.emitOpError() << "expects one loop of keys, but got "
                            << llvm::count(roles, AttentionLoop::Column);
  for (auto [loop, role] : llvm::enumerate(roles)) {
    bool inQuery = query.isFunctionOfDim(loop);
    bool isValid = true;
    if (role == AttentionLoop::Column)
      isValid = key.isFunctionOfDim(loop) && !inQuery;
    if (role == AttentionLoop::Depth)
      isValid = key.isFunctionOfDim(loop) && inQuery;
    for (unsigned i = 3; i + 1 < op->getNumOperands(); ++i)
      if (role == AttentionLoop::Depth || role == AttentionLoop::Feature)
        isValid &= !op.mapOf(i).isFunctionOfDim(loop);
    if (!isValid)
      return op.emitOpError()
             << "expects a loop of rows, keys or a contraction, but got loop "
             << loop << " with other operands";
  }
  return success();
}

static LogicalResult verifyBody(AttentionOp op) {
  Builder builder(op.getContext());
  SmallVector<Type> wanted = {builder.getF32Type()};
  for (Value other : op.getOthers())
    wanted.push_back(getElementTypeOrSelf(other));
  wanted.append(op.getNumLoops(), builder.getIndexType());
  if (!llvm::equal(op.getLogit().getArgumentTypes(), wanted))
    return op.emitOpError()
           << "expects a body with arguments (" << wanted << "), but got ("
           << op.getLogit().getArgumentTypes() << ")";
  if (!isa<YieldOp>(op.getLogit().front().back()))
    return op.emitOpError() << "expects a body that ends with amp.yield, but "
                               "got "
                            << op.getLogit().front().back().getName();
  return success();
}

LogicalResult AttentionOp::verify() {
  Type type = getElementTypeOrSelf(getQuery());
  if (!(type.isF16() || type.isBF16()))
    return emitOpError() << "expects a query of f16 or bf16, but got " << type;
  for (Value factor : {getKey(), getValue()})
    if (getElementTypeOrSelf(factor) != type)
      return emitOpError() << "expects key and value of " << type
                           << ", but got " << factor.getType();
  if (failed(verifyMaps(*this)) || failed(verifyRoles(*this)))
    return failure();
  return verifyBody(*this);
}
