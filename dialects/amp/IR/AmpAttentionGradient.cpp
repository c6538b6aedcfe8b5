// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/AmpAttention.h"
#include "dialects/amp/IR/AttentionLoops.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

SmallVector<int64_t> AttentionGradientOp::getLoopSizes() {
  return attentionLoopSizes(getOperation(), getIndexingMaps());
}

SmallVector<AttentionLoop> AttentionGradientOp::getLoopRoles() {
  AffineMap query = mapOf(0), key = mapOf(1), value = mapOf(2);
  AffineMap gradient = mapOf(3);
  AffineMap out = mapOf(getNumOperands() - getOuts().size());
  SmallVector<AttentionLoop> roles;
  for (unsigned loop = 0; loop < getNumLoops(); ++loop) {
    bool inKey = key.isFunctionOfDim(loop);
    bool inValue = value.isFunctionOfDim(loop);
    bool inRows = query.isFunctionOfDim(loop) || gradient.isFunctionOfDim(loop);
    if (inRows && inKey != inValue)
      roles.push_back(inKey ? AttentionLoop::Depth : AttentionLoop::Feature);
    else if (inKey && inValue && !inRows)
      roles.push_back(isByKeys() ? AttentionLoop::Row : AttentionLoop::Column);
    else if (isByKeys() ? !out.isFunctionOfDim(loop) : !inKey && !inValue)
      roles.push_back(isByKeys() ? AttentionLoop::Column : AttentionLoop::Row);
    else
      roles.push_back(AttentionLoop::Batch);
  }
  return roles;
}

void AttentionGradientOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addAttentionEffects(*this, effects);
}

/// Returns the roles of the loops that index `operand`, as a bit set.
static unsigned rolesOf(AttentionGradientOp op, unsigned operand) {
  unsigned roles = 0;
  for (auto [loop, role] : llvm::enumerate(op.getLoopRoles()))
    if (op.mapOf(operand).isFunctionOfDim(loop))
      roles |= 1 << static_cast<unsigned>(role);
  return roles;
}

/// Returns true if only loops of the roles `may` and batch loops index
/// `operand`.
static bool hasOnly(AttentionGradientOp op, unsigned operand,
                    ArrayRef<AttentionLoop> may) {
  unsigned allowed = 1 << static_cast<unsigned>(AttentionLoop::Batch);
  for (AttentionLoop role : may)
    allowed |= 1 << static_cast<unsigned>(role);
  return (rolesOf(op, operand) & ~allowed) == 0;
}

static LogicalResult verifyRoles(AttentionGradientOp op) {
  constexpr auto Depth = AttentionLoop::Depth, Feature = AttentionLoop::Feature;
  auto key = op.isByKeys() ? AttentionLoop::Row : AttentionLoop::Column;
  auto query = op.isByKeys() ? AttentionLoop::Column : AttentionLoop::Row;
  SmallVector<AttentionLoop> roles = op.getLoopRoles();
  if (llvm::count(roles, key) != 1)
    return op.emitOpError()
           << "expects one loop of keys, but got " << llvm::count(roles, key);
  unsigned outs = op.getNumOperands() - op.getOuts().size();
  SmallVector<SmallVector<AttentionLoop>> may = {
      {query, Depth}, {key, Depth}, {key, Feature}, {query, Feature}};
  may.resize(outs, {query, key});
  for (unsigned i = outs - op.getStatistics().size(); i < outs; ++i)
    may[i] = {query};
  if (op.isByKeys())
    may.append({{key, Depth}, {key, Feature}});
  else
    may.push_back({query, Depth});
  for (unsigned i = outs; i < op->getNumOperands(); ++i)
    for (auto [loop, role] : llvm::enumerate(roles))
      if (role == AttentionLoop::Batch && !op.mapOf(i).isFunctionOfDim(loop))
        return op.emitOpError()
               << "expects outs with each loop of a batch, but got "
               << AffineMapAttr::get(op.mapOf(i));
  for (auto [i, allowed] : llvm::enumerate(may))
    if (!hasOnly(op, i, allowed))
      return op.emitOpError() << "expects operand " << i
                              << " without loops of other operands, but got "
                              << AffineMapAttr::get(op.mapOf(i));
  return success();
}

LogicalResult AttentionGradientOp::verify() {
  Type type = getElementTypeOrSelf(getQuery());
  if (!(type.isF16() || type.isBF16()))
    return emitOpError() << "expects a query of f16 or bf16, but got " << type;
  for (Value factor : {getKey(), getValue(), getGradient()})
    if (getElementTypeOrSelf(factor) != type)
      return emitOpError() << "expects key, value and gradient of " << type
                           << ", but got " << factor.getType();
  if (getStatistics().size() != 3 || getOuts().empty() || getOuts().size() > 2)
    return emitOpError() << "expects 3 statistics and 1 or 2 outs, but got "
                         << getStatistics().size() << " and "
                         << getOuts().size();
  if (failed(verifyAttentionMaps(*this, getIndexingMaps())) ||
      failed(verifyRoles(*this)))
    return failure();
  return verifyAttentionBodies(*this, getIndexingMaps(), getOthers());
}
