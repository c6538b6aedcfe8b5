// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classifies linalg ops by their bodies, as linalg.generic has no telling name.
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Upstream.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Returns the body argument that `value` is or extends; null if none.
static BlockArgument argumentOf(Value value) {
  if (auto widened = value.getDefiningOp<arith::ExtFOp>())
    value = widened.getIn();
  return dyn_cast<BlockArgument>(value);
}

static bool isArgument(Value value, Block &body, unsigned number) {
  BlockArgument argument = argumentOf(value);
  return argument && argument.getOwner() == &body &&
         argument.getArgNumber() == number;
}

/// Returns true if `op` yields its third argument plus the product of the first
/// two.
static bool multipliesAndAdds(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block &body = *op.getBlock();
  auto add = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add)
    return false;
  for (auto [sum, term] : {std::pair(add.getLhs(), add.getRhs()),
                           std::pair(add.getRhs(), add.getLhs())})
    if (auto product = term.getDefiningOp<arith::MulFOp>();
        product && isArgument(sum, body, 2))
      return (isArgument(product.getLhs(), body, 0) &&
              isArgument(product.getRhs(), body, 1)) ||
             (isArgument(product.getLhs(), body, 1) &&
              isArgument(product.getRhs(), body, 0));
  return false;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Classes by priority: a body has the first class in this order that one of
/// its ops has.
static constexpr OpClass byWeight[] = {
    OpClass::transcendental, OpClass::elementwise, OpClass::convert,
    OpClass::gather_scatter, OpClass::select,      OpClass::bits,
};

static bool handlesFloat(Operation &op) {
  auto isFloat = [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  };
  return llvm::any_of(op.getOperandTypes(), isFloat) ||
         llvm::any_of(op.getResultTypes(), isFloat);
}

static OpClass classInBody(Operation &op) {
  if (kindOf(&op) == OpKind::extract)
    return OpClass::gather_scatter;
  const OpRow *row = lookupRow(&op);
  if (!row || row->opClass == OpClass::control)
    return OpClass::elementwise;
  return row->opClass;
}

bool amp::convertsAtEdge(Operation *op) {
  if (auto widened = dyn_cast<arith::ExtFOp>(op))
    return isa<BlockArgument>(widened.getIn());
  return isa<arith::TruncFOp>(op) &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return user->hasTrait<OpTrait::IsTerminator>();
         });
}

/// Returns true if the body only converts its arguments. In a body that yields
/// a value from outside, the conversion stems from a lowered result.
static bool onlyConverts(Block &body) {
  auto ops = body.without_terminator();
  return llvm::all_of(ops, [](Operation &op) { return convertsAtEdge(&op); }) &&
         llvm::any_of(ops, [](Operation &op) {
           return isa<BlockArgument>(op.getOperand(0)) &&
                  op.getOperand(0).getParentBlock() == op.getBlock();
         });
}

/// Integers in the body of an op on floats are indices and do not count, nor do
/// conversions at the edges of a body with other ops.
static OpClass classifyMap(linalg::LinalgOp op) {
  bool onFloats = handlesFloat(*op);
  auto body = op.getBlock()->without_terminator();
  bool converts = onlyConverts(*op.getBlock());
  size_t heaviest = std::size(byWeight);
  for (Operation &inner : body)
    if ((!onFloats || handlesFloat(inner)) &&
        (converts || !convertsAtEdge(&inner))) {
      const OpClass *found = llvm::find(byWeight, classInBody(inner));
      heaviest = std::min<size_t>(heaviest, found - byWeight);
    }
  return heaviest == std::size(byWeight) ? OpClass::layout : byWeight[heaviest];
}

OpClass amp::classifyLinalg(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return OpClass::opaque;
  if (isa<linalg::FillOp>(op))
    return OpClass::constant;
  if (isa<linalg::FillRng2DOp>(op))
    return OpClass::random;
  if (op.getNumReductionLoops() == 0)
    return classifyMap(op);
  return multipliesAndAdds(op) ? OpClass::contraction : OpClass::reduction;
}
