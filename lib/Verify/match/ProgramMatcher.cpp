// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/match/ProgramMatcher.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/match/Attributes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

ProgramMatcher::ProgramMatcher(Session &session, const Record::Entry &entry,
                               bool inPlace)
    : session(session), record(session.record), nextOp(entry.firstOp),
      nextNumber(entry.firstNumber), nextValue(entry.firstValue),
      inPlace(inPlace), values(session, inPlace) {}

LogicalResult ProgramMatcher::match(Operation *root) {
  if (failed(matchOp(root, {})))
    return failure();
  if (failed(values.finish())) {
    moved = inPlace;
    return failure();
  }
  return values.checkCasts();
}

/// Prefetches an op that is visited soon, if the op kept its address. In a
/// large program, cache misses take longer than the comparison.
void ProgramMatcher::fetchAhead() const {
  constexpr size_t distance = 6;
  if (nextOp + distance >= record.ops.size())
    return;
  const auto *soon =
      reinterpret_cast<const char *>(record.ops[nextOp + distance].op);
  LLVM_PREFETCH(soon - 16, /*rw=*/0, /*locality=*/3); // its last result
  LLVM_PREFETCH(soon + 48, /*rw=*/0, /*locality=*/3); // its operands
}

LogicalResult ProgramMatcher::expectCount(Operation *op, size_t found,
                                          StringRef what) {
  uint32_t expected = next();
  if (found == expected)
    return success();
  return breaks(op, Guarantee::input)
         << "expects " << expected << " " << what << ", but got " << found;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult ProgramMatcher::matchOp(Operation *op, const Context &around) {
  const Record::Op &before = record.ops[nextOp];
  if (inPlace)
    fetchAhead();
  if (inPlace && before.op != op) {
    moved = true;
    return failure();
  }
  if (before.name != op->getName())
    return breaks(op, Guarantee::input)
           << "expects '" << before.name << "' here";
  if (failed(matchAttributes(session, op, nextOp++)))
    return failure();
  was.clear();
  const OpRow *row = around.isPlain() ? lookupRow(op) : nullptr;
  if (failed(matchOperands(op)) || failed(matchResults(op)) ||
      failed(checkTypes(op, row, around)))
    return failure();
  if (row)
    session.roles.note(op, *row);
  return matchRegions(op, row, around);
}

LogicalResult ProgramMatcher::matchOperands(Operation *op) {
  if (failed(expectCount(op, op->getNumOperands(), "operands")))
    return failure();
  for (OpOperand &operand : op->getOpOperands()) {
    Record::Typed before = record.values[nextValue++];
    was.push_back(before.type);
    if (failed(values.match(operand, before))) {
      moved = inPlace;
      return failure();
    }
  }
  return success();
}

LogicalResult ProgramMatcher::matchResults(Operation *op) {
  if (failed(expectCount(op, op->getNumResults(), "results")))
    return failure();
  for (Value result : op->getResults()) {
    Record::Typed before = record.values[nextValue++];
    was.push_back(before.type);
    values.define(result, before);
  }
  for (Block *successor : op->getSuccessors())
    if (next() != blockNumbers.lookup(successor))
      return breaks(op, Guarantee::input)
             << "expects to go on to the blocks that it went on to";
  return success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult ProgramMatcher::matchRegions(Operation *op, const OpRow *row,
                                           const Context &around) {
  if (failed(expectCount(op, op->getNumRegions(), "regions")))
    return failure();
  if (op->getNumRegions() == 0)
    return success();
  Context inside = contextIn(op, row, around);
  if (carriesValues(inside.row))
    for (OpResult result : op->getResults())
      carriedTypes[result] =
          was[op->getNumOperands() + result.getResultNumber()];
  for (Region &region : op->getRegions()) {
    if (failed(expectCount(op, region.getBlocks().size(), "blocks")))
      return failure();
    uint32_t number = 0;
    for (Block &block : region)
      blockNumbers[&block] = number++;
    for (Block &block : region)
      if (failed(matchBlock(block, inside)))
        return failure();
  }
  return checkCarriedValues(op, inside.row);
}

LogicalResult ProgramMatcher::matchBlock(Block &block, const Context &around) {
  if (failed(matchArguments(block, around)))
    return failure();
  uint32_t expected = next(), found = 0;
  for (Operation &op : block) {
    if (session.constants.contains(&op))
      continue;
    if (isFloatConvert(&op) && (found == expected || !isOwnConvert(&op))) {
      values.addCast(&op);
      continue;
    }
    if (found++ == expected)
      return breaks(&op, Guarantee::input)
             << "expects the block to end before it";
    if (failed(matchOp(&op, around)))
      return failure();
  }
  if (found == expected)
    return success();
  return breaks(around.op, Guarantee::input)
         << "expects '" << record.ops[nextOp].name << "' at the end of a block";
}

LogicalResult ProgramMatcher::matchArguments(Block &block,
                                             const Context &around) {
  if (failed(expectCount(around.op, block.getNumArguments(), "arguments")))
    return failure();
  for (BlockArgument argument : block.getArguments()) {
    Record::Typed before = record.values[nextValue++];
    if (inPlace && argument != before.getValue()) {
      moved = true;
      return failure();
    }
    values.define(argument, before);
    if (carriesValues(around.row))
      carriedTypes[argument] = before.type;
    TypeChange change = {before.type, argument.getType()};
    if (failed(checkArgument(argument, change, around)))
      return failure();
  }
  return success();
}

/// Compares operand and result type with the next op of the record.
bool ProgramMatcher::isOwnConvert(Operation *op) {
  const Record::Op &before = record.ops[nextOp];
  if (inPlace || before.name != op->getName())
    return before.op == op;
  Record::Typed result = record.values[nextValue + 1];
  auto convert = record.converts.find(result.getValue());
  return convert != record.converts.end() &&
         result.type == op->getResult(0).getType() &&
         values.isOf(op->getOperand(0), convert->second);
}

//===----------------------------------------------------------------------===//
// Queries of a matcher about the types of the current op and of its regions.
//===----------------------------------------------------------------------===//

/// Returns true if the types of `op` are determined by the enclosing op or
/// function, or by the callee.
static bool isTypedElsewhere(Operation *op, const OpRow *row) {
  return isTerminator(op) || (carriesValues(row) && op->getNumRegions() > 0) ||
         (row && row->opClass == OpClass::call &&
          (row->regions == RegionRule::none || findCallee(op)));
}

/// Records the results that became low, or `op` if only its operands did. A
/// contraction result in the same slot as the operands is not recorded, because
/// its type follows the operands.
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
      if (!session.types.permissions.isUserRequested(op, row, 1))
        roles.lowered.push_back(result);
    }
  if (!isResult && !isTerminator(op) &&
      !session.types.permissions.isUserRequested(op, row, 0))
    roles.loweredReads.push_back(op);
}

/// Registers the values that became low without a user request: the
/// low-precision type must represent their known ranges.
void ProgramMatcher::registerLoweredRanges(Operation *op) {
  size_t first = nextValue - op->getNumResults() - op->getNumOperands();
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    if (was[number] == operand.get().getType())
      continue;
    Record::Typed before = record.values[first + number];
    if (before.isConstant())
      session.statedRanges.readLow(
          operand, record.constants[before.getConstant()].value);
    else
      session.statedRanges.readLow(operand);
  }
  for (OpResult result : op->getResults())
    if (was[op->getNumOperands() + result.getResultNumber()] !=
        result.getType())
      session.statedRanges.makeLow(result);
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
        !session.types.permissions.isUserRequested(op, *row, 0))
      registerLoweredRanges(op);
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
      !session.types.permissions.isUserRequested(around.op, *around.row, 0))
    session.roles.lowered.push_back(argument);
  bool isPrivate = function && function.isPrivate();
  if (isEntry && session.types.mayChange(change) &&
      (isPrivate || carriesValues(around.row)))
    return isPrivate ? session.types.checkCarriedValue(around.op, around.row,
                                                       argument.getArgNumber(),
                                                       change)
                     : success();
  return breaks(around.op,
                function ? Guarantee::signatures : Guarantee::agreement)
         << "expects argument #" << argument.getArgNumber() << " to be "
         << expected
         << (expected == change.was ? ", as in the input"
                                    : ", by the policy's io")
         << ", but got " << change.now;
}

LogicalResult ProgramMatcher::checkCarriedValues(Operation *op,
                                                 const OpRow *row) {
  if (!carriesValues(row))
    return success();
  for (auto [number, carried] : llvm::enumerate(findCarriedValues(op, row))) {
    SmallVector<TypeChange> changes;
    Type was = carried.values.empty()
                   ? Type()
                   : carriedTypes.lookup(carried.values.front());
    if (!was)
      continue;
    // Shapes may differ, because each device holds a shard of the operand.
    was = elementOf(was);
    for (Value value : carried.values)
      changes.push_back({was, elementOf(value.getType())});
    for (OpOperand *input : carried.inputs)
      changes.push_back({was, elementOf(input->get().getType())});
    if (failed(session.types.checkCarriedValue(op, row, number, changes)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Bodies that are part of an op: of reduce, map, sort, linalg.generic, ...
//
// map(%x : f16) { exponential : f16 }, exponential denied
//   ==>   breaks "what the policy does not allow keeps its types"
//===----------------------------------------------------------------------===//

/// Returns true for structured ops with a body in the program, which keeps the
/// types of the input regardless of the operand types.
static bool hasWrittenBody(Operation *op) {
  return isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(op);
}

/// Returns the context for the regions of `op`. Values in a body have the
/// compute type of the op, except in ModelOps, which may widen their operands.
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
  inside.isForced = session.types.permissions.isUserRequested(op, *row, 0);
  if (changed && isa<ModelOp>(op)) {
    inside.element = nullptr;
    inside.isJudged = false;
    inside.keepsTypes = hasWrittenBody(op);
  }
  return inside;
}

/// Returns true if operand or result `position` of `op` follows the type of the
/// body. Constants are rounded, conversions between numbers may change, values
/// without a slot keep their types.
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

/// Checks an op in a body, some of whose types changed.
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
  registerLoweredRanges(op);
  return success();
}
