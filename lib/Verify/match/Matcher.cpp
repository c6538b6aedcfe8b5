// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/match/Matcher.h"
#include "lib/Graph/Joints.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/match/Attributes.h"
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

/// Asks memory for an op that comes soon, if it is where it was: in a large
/// program, ops are waited for longer than they are looked at.
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
  if (handsOn(inside.row))
    for (OpResult result : op->getResults())
      handedOn[result] = was[op->getNumOperands() + result.getResultNumber()];
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
  return checkJoints(op, inside.row);
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
    if (handsOn(around.row))
      handedOn[argument] = before.type;
    TypeChange change = {before.type, argument.getType()};
    if (failed(checkArgument(argument, change, around)))
      return failure();
  }
  return success();
}

/// Its own operand and result type come next, and nothing of ours is read.
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
