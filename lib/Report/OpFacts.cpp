// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/OpFacts.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

FloatType amp::report::precisionOf(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type)))
        return element;
  return nullptr;
}

bool amp::report::decidesItself(Operation *op) {
  return !isTerminator(op) && !isConstantLike(op) && !isCall(lookupRow(op));
}

bool amp::report::handlesLow(Operation *op) {
  auto isLow = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isF16() || element.isBF16();
  };
  return llvm::any_of(op->getOperandTypes(), isLow) ||
         llvm::any_of(op->getResultTypes(), isLow);
}

Safety amp::report::safetyOf(Operation *op, StringAttr name) {
  auto known = dyn_cast_if_present<SafetyAttr>(op->getDiscardableAttr(name));
  return known ? known.getValue() : Safety::assumed;
}

std::optional<bool> amp::report::mayUseTf32(Operation *op) {
  auto model = dyn_cast<ModelOp>(op);
  if (!model || model.getOpClass() != OpClass::contraction ||
      !isF32(op->getOperand(0).getType()))
    return std::nullopt;
  return model.getTf32() != Tf32::never;
}

std::optional<double> amp::report::flopsOf(Operation *op, const OpRow *row) {
  if (!row)
    return std::nullopt;
  if (classOf(op, row) == OpClass::contraction) {
    auto isUnranked = [](Type type) { return isa<UnrankedTensorType>(type); };
    auto model = dyn_cast<ModelOp>(op);
    if (!model || llvm::any_of(op->getOperandTypes(), isUnranked))
      return std::nullopt;
    return model.getContractionShape().flops();
  }
  if (!row->flops)
    return 0;
  double largest = 0;
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types) {
      std::optional<double> elements = countElements(type);
      if (!elements)
        return std::nullopt;
      largest = std::max(largest, *elements);
    }
  return row->flops * largest;
}

bool amp::report::handsThrough(Operation *op, const OpRow *row) {
  if (!row || op->getNumOperands() < op->getNumResults())
    return false;
  return row->kind == OpKind::optimization_barrier || !findMark(op).empty();
}
