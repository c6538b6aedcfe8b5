// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/AmpAttention.h"
#include "dialects/amp/IR/AttentionLoops.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpAttention.cpp.inc"

SmallVector<int64_t> AttentionOp::getLoopSizes() {
  return attentionLoopSizes(getOperation(), getIndexingMaps());
}

SmallVector<AttentionLoop> AttentionOp::getLoopRoles() {
  AffineMap query = mapOf(0), key = mapOf(1), value = mapOf(2);
  AffineMap out = mapOf(getNumOperands() - getOuts().size());
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
  addAttentionEffects(*this, effects);
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
    unsigned out = op->getNumOperands() - op.getOuts().size();
    for (unsigned i = 3; i < op->getNumOperands(); ++i)
      if (i != out &&
          (role == AttentionLoop::Depth || role == AttentionLoop::Feature ||
           (role == AttentionLoop::Column && i > out)))
        isValid &= !op.mapOf(i).isFunctionOfDim(loop);
    if (!isValid)
      return op.emitOpError()
             << "expects a loop of rows, keys or a contraction, but got loop "
             << loop << " with other operands";
  }
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
  if (getOuts().size() != 1 && getOuts().size() != 3)
    return emitOpError() << "expects 1 or 3 outs, but got " << getOuts().size();
  if (failed(verifyAttentionMaps(*this, getIndexingMaps())) ||
      failed(verifyRoles(*this)))
    return failure();
  return verifyAttentionBodies(*this, getIndexingMaps(), getOthers());
}
