// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies that are part of an op: of reduce, map, sort, linalg.generic, ...
//
// map(%x : f16) { exponential : f16 }, exponential denied
//   ==>   breaks "what the policy does not allow keeps its types"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/match/Matcher.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Structured ops whose body the program writes; it computes in the types of
/// the input, whatever the operands are.
static bool hasWrittenBody(Operation *op) {
  return isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(op);
}

/// Values in a body have the type that the op computes in, but for ops with a
/// model of their own, which may widen what they read.
ProgramMatcher::Context ProgramMatcher::contextIn(Operation *op,
                                                  const OpRow *row,
                                                  const Context &around) {
  if (!around.isPlain()) {
    Context inner = around;
    inner.op = op;
    inner.row = row;
    return inner;
  }
  if (!row || row->regions != RegionRule::body)
    return {op, row, nullptr, true};
  bool changed = false;
  Type element = Float32Type::get(op->getContext());
  auto look = [&](unsigned i, Type now) {
    if (was[i] != now) {
      changed = true;
      element = elementOf(now);
    }
  };
  for (OpOperand &operand : op->getOpOperands())
    look(operand.getOperandNumber(), operand.get().getType());
  for (OpResult result : op->getResults())
    look(op->getNumOperands() + result.getResultNumber(), result.getType());
  Context inside = {op, row, element, true};
  inside.body = op;
  inside.isForced = session.types.permissions.isAskedFor(op, *row, 0);
  if (changed && isa<ModelOp>(op)) {
    inside.element = nullptr;
    inside.isJudged = false;
    inside.keepsTypes = hasWrittenBody(op);
  }
  return inside;
}

/// An op without a slot computes with bits, runs other code, or names its types
/// itself. Conversions between numbers may follow; constants are rounded.
static bool followsBody(Operation *op, const OpRow *row, unsigned position) {
  if (!row || isFloatConvert(op) || row->opClass == OpClass::constant)
    return row;
  if (row->opClass == OpClass::convert)
    return !isHlo(op, OpKind::reduce_precision);
  if (op->getNumRegions() && row->opClass == OpClass::control)
    return true;
  if (position < op->getNumOperands())
    return slotOf(op->getOpOperand(position), *row).has_value();
  return slotOf(op->getResult(position - op->getNumOperands()), *row)
      .has_value();
}

/// An op inside a body, some of whose types changed.
LogicalResult ProgramMatcher::checkBodyOp(Operation *op,
                                          const Context &around) {
  if (isTerminator(op))
    return success();
  const OpRow *row = lookupRow(op);
  auto typeNow = [&](unsigned i) {
    unsigned numOperands = op->getNumOperands();
    return i < numOperands ? op->getOperand(i).getType()
                           : op->getResult(i - numOperands).getType();
  };
  for (auto [i, before] : llvm::enumerate(was)) {
    if (before == typeNow(i) || (!around.keepsTypes && followsBody(op, row, i)))
      continue;
    return (breaks(op, Guarantee::agreement)
            << "expects " << before << " in the body of '"
            << around.body->getName() << "', as in the input, but got "
            << typeNow(i))
               .attachNote(around.body->getLoc())
           << "the body of this op";
  }
  if (around.isForced || !around.element)
    return success();
  auto list = session.types.permissions.findList(op, *row, 0);
  if (list == ListKind::deny || list == ListKind::tf32)
    return (breaks(op, Guarantee::policy)
            << "expects 'f32' in the body of '" << around.body->getName()
            << "', but got " << around.element)
               .attachNote(around.body->getLoc())
           << "the body of this op";
  noteFigures(op);
  return success();
}
