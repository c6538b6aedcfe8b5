// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries of a matcher about the types of the current op and of its regions.
#include "lib/Graph/Calls.h"
#include "lib/Graph/Joints.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/match/Matcher.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Operands and results of these ops are typed by the op or function around, or
/// by the function that they call.
static bool isTypedElsewhere(Operation *op, const OpRow *row) {
  return isTerminator(op) || (handsOn(row) && op->getNumRegions() > 0) ||
         (row && row->opClass == OpClass::call &&
          (row->regions == RegionRule::none || findCallee(op)));
}

/// Results that became low, or the op if it only reads low; a contraction whose
/// result shares the type of what it multiplies does what it must.
void ProgramMatcher::noteLowered(Operation *op, const OpRow &row) {
  Roles &roles = session.roles;
  bool isResult = false;
  roles.lowReaders.insert(op);
  for (OpResult result : op->getResults())
    if (was[op->getNumOperands() + result.getResultNumber()] !=
        result.getType())
      roles.lowValues.insert(result);
  for (OpResult result : op->getResults())
    if (was[op->getNumOperands() + result.getResultNumber()] !=
            result.getType() &&
        !(row.opClass == OpClass::contraction && slotOf(result, row) == 0)) {
      isResult = true;
      if (!session.types.permissions.isAskedFor(op, row, 1))
        roles.lowered.push_back(result);
    }
  if (!isResult && !isTerminator(op) &&
      !session.types.permissions.isAskedFor(op, row, 0))
    roles.loweredReads.push_back(op);
}

/// The low format must hold values that no user requested to be low.
void ProgramMatcher::noteFigures(Operation *op) {
  size_t first = nextValue - op->getNumResults() - op->getNumOperands();
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    if (was[number] == operand.get().getType())
      continue;
    Record::Typed before = record.values[first + number];
    if (before.isConstant())
      session.figures.readLow(operand,
                              record.constants[before.getConstant()].value);
    else
      session.figures.readLow(operand);
  }
  for (OpResult result : op->getResults())
    if (was[op->getNumOperands() + result.getResultNumber()] !=
        result.getType())
      session.figures.makeLow(result);
}

LogicalResult ProgramMatcher::checkTypes(Operation *op, const OpRow *row,
                                         const Context &around) {
  bool changed = false;
  auto check = [&](unsigned i, Type now) -> LogicalResult {
    changed |= was[i] != now;
    return around.element
               ? session.types.checkInBody(op, around.element, {was[i], now})
               : success();
  };
  unsigned i = 0;
  for (Value operand : op->getOperands())
    if (failed(check(i++, operand.getType())))
      return failure();
  for (Value result : op->getResults())
    if (failed(check(i++, result.getType())))
      return failure();
  if (!changed)
    return success();
  if (session.isApplied)
    return breaks(op, Guarantee::again) << "expects the types that it had";
  if (around.body && failed(checkBodyOp(op, around)))
    return failure();
  if (around.element)
    return success();
  if (row) {
    noteLowered(op, *row);
    if (!isTypedElsewhere(op, row) &&
        !session.types.permissions.isAskedFor(op, *row, 0))
      noteFigures(op);
  }
  return isTypedElsewhere(op, row)
             ? success()
             : session.types.checkSlots(op, row ? row : lookupRow(op), was,
                                        around.isJudged);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult ProgramMatcher::checkArgument(BlockArgument argument,
                                            TypeChange change,
                                            const Context &around) {
  if (around.element)
    return session.types.checkInBody(around.op, around.element, change);
  bool isEntry = argument.getOwner()->isEntryBlock();
  auto function = dyn_cast<FunctionOpInterface>(around.op);
  Type expected = change.was;
  if (function && function.isPublic() && isEntry) {
    expected = session.types.atInterface(change.was);
    if (expected != change.was && expected == change.now) {
      session.roles.lowValues.insert(argument);
      return success();
    }
  }
  if ((!change && expected == change.was) || !around.isJudged)
    return success();
  if (session.isApplied)
    return breaks(around.op, Guarantee::again)
           << "expects the types that it had";
  session.roles.lowValues.insert(argument);
  if (around.row &&
      !session.types.permissions.isAskedFor(around.op, *around.row, 0))
    session.roles.lowered.push_back(argument);
  bool isPrivate = function && function.isPrivate();
  if (isEntry && session.types.mayChange(change) &&
      (isPrivate || handsOn(around.row)))
    return isPrivate ? session.types.checkJoint(around.op, around.row,
                                                argument.getArgNumber(), change)
                     : success();
  return breaks(around.op,
                function ? Guarantee::signatures : Guarantee::agreement)
         << "expects argument #" << argument.getArgNumber() << " to be "
         << expected
         << (expected == change.was ? ", as in the input"
                                    : ", by the policy's io")
         << ", but got " << change.now;
}

LogicalResult ProgramMatcher::checkJoints(Operation *op, const OpRow *row) {
  if (!handsOn(row))
    return success();
  for (auto [number, joint] : llvm::enumerate(findJoints(op, row))) {
    SmallVector<TypeChange> changes;
    Type was =
        joint.values.empty() ? Type() : handedOn.lookup(joint.values.front());
    if (!was)
      continue;
    // Shapes may differ: devices hold parts of what goes in.
    was = elementOf(was);
    for (Value value : joint.values)
      changes.push_back({was, elementOf(value.getType())});
    for (OpOperand *input : joint.inputs)
      changes.push_back({was, elementOf(input->get().getType())});
    if (failed(session.types.checkJoint(op, row, number, changes)))
      return failure();
  }
  return success();
}
