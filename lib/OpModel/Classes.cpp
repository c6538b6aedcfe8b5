// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Class of an op, from its row, its types and its body.
#include "amp/ModelOp.h"
#include "amp/OpKind.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Traits.h"
#include "lib/OpModel/Upstream.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

/// Common types come first, because the test for an interface is a lookup.
bool amp::isFloat(Type type) {
  Type element = elementOf(type);
  return isa<Float32Type, Float16Type, BFloat16Type>(element) ||
         (!isa<IntegerType>(element) && isa<FloatType>(element));
}

bool amp::isF32(Type type) { return elementOf(type).isF32(); }

bool amp::handlesFloat(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isFloat) ||
         llvm::any_of(op->getResultTypes(), isFloat);
}

bool amp::handlesF32(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isF32) ||
         llvm::any_of(op->getResultTypes(), isF32);
}

Attribute amp::findConstantValue(Operation *op) {
  SmallVector<OpFoldResult, 1> folded;
  bool folds =
      isConstantLike(op) && succeeded(op->fold(folded)) && folded.size() == 1;
  return folds ? dyn_cast<Attribute>(folded.front()) : nullptr;
}

WalkResult amp::walkOps(Operation *op,
                        function_ref<WalkResult(Operation *)> visit) {
  return op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    WalkResult result = visit(inner);
    if (inner->getNumRegions() == 0 || result.wasInterrupted())
      return result;
    const OpRow *row = lookupRow(inner);
    return row && row->regions == RegionRule::body ? WalkResult::skip()
                                                   : result;
  });
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static bool hasBody(Operation *op) {
  if (op->getNumRegions() == 0)
    return false;
  const OpRow *row = lookupRow(op);
  return row && row->regions == RegionRule::body;
}

WalkResult amp::walkBody(Operation *op,
                         function_ref<WalkResult(Operation *)> visit) {
  if (!hasBody(op))
    return WalkResult::advance();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (structured && structured.getRegionBuilder())
    return WalkResult::advance();
  for (Region &region : op->getRegions())
    if (region.walk<WalkOrder::PreOrder>(visit).wasInterrupted())
      return WalkResult::interrupt();
  return WalkResult::advance();
}

WalkResult amp::walkOpsAndBodies(Operation *op,
                                 function_ref<WalkResult(Operation *)> visit) {
  return walkOps(op, [&](Operation *inner) {
    WalkResult result = visit(inner);
    if (result.wasInterrupted() || walkBody(inner, visit).wasInterrupted())
      return WalkResult::interrupt();
    return result;
  });
}

bool amp::bodySharesType(Operation *op) {
  return hasBody(op) && !isa<ModelOp>(op);
}

Operation *amp::findBodyOwner(Operation *op) {
  Operation *owner = nullptr;
  for (Operation *around = op->getParentOp();
       around && !isa<FunctionOpInterface>(around);
       around = around->getParentOp())
    if (hasBody(around))
      owner = around;
  return owner;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

static bool rounds(Operation *op) {
  const OpRow *row = lookupRow(op);
  return !row || !llvm::is_contained({OpClass::select, OpClass::bits,
                                      OpClass::layout, OpClass::constant},
                                     row->opClass);
}

/// Returns true if the regions of `op` only select among their arguments.
/// Integers in an op on floats are indices. Conversions at the edges of a body
/// do not count, so that a lowered op keeps its class.
static bool onlyChooses(Operation *op) {
  bool onFloats = handlesFloat(op);
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    if (!region.hasOneBlock())
      return false;
    return llvm::none_of(region.front().without_terminator(),
                         [&](Operation &inner) {
                           return rounds(&inner) && !convertsAtEdge(&inner) &&
                                  !(onFloats && !handlesFloat(&inner));
                         });
  });
}

OpClass amp::classOf(Operation *op, const OpRow *row) {
  if (!row)
    return OpClass::opaque;
  if (row->regions != RegionRule::body)
    return row->opClass;
  if (row->opClass == OpClass::reduction && onlyChooses(op))
    return OpClass::select;
  if (row->opClass == OpClass::gather_scatter && !onlyChooses(op))
    return OpClass::reduction;
  return row->opClass;
}

bool amp::isContraction(const OpRow *row) {
  return row && row->opClass == OpClass::contraction;
}

bool amp::isOuterProduct(Operation *op) {
  auto model = isContraction(lookupRow(op)) ? dyn_cast<ModelOp>(op) : nullptr;
  return model && model.getContractionShape().depth == 1;
}

bool amp::makesPositions(Operation *op, const OpRow *row) {
  if (!row || op->getNumResults() != 1 || !isF32(op->getResult(0).getType()))
    return false;
  if (llvm::is_contained({OpKind::arange, OpKind::dynamic_iota, OpKind::iota},
                         row->kind))
    return true;
  auto from =
      op->getNumOperands() == 1
          ? dyn_cast<IntegerType>(elementOf(op->getOperand(0).getType()))
          : nullptr;
  return row->opClass == OpClass::convert && from && from.getWidth() >= 16;
}

bool amp::isPerElement(const OpRow *row) {
  if (!row)
    return false;
  switch (row->opClass) {
  case OpClass::elementwise:
  case OpClass::transcendental:
  case OpClass::select:
  case OpClass::convert:
  case OpClass::bits:
    return true;
  default:
    return false;
  }
}

bool amp::choosesAmongMany(Operation *op, const OpRow *row) {
  if (!row ||
      (row->opClass != OpClass::select && row->opClass != OpClass::reduction) ||
      op->getNumResults() == 0 || !handlesFloat(op) ||
      classOf(op, row) != OpClass::select)
    return false;
  if (row->opClass == OpClass::reduction)
    return true;
  Type result = op->getResult(0).getType();
  std::optional<double> made = countElements(result);
  return isFloat(result) && llvm::any_of(op->getOperandTypes(), [&](Type type) {
           return made && countElements(type) > made;
         });
}
