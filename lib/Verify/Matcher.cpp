// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Matcher.h"
#include "lib/Verify/Attributes.h"
#include "lib/Verify/Guarantees.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

Matcher::Matcher(Session &session, const Record::Entry &entry)
    : session(session), record(session.record), nextOp(entry.firstOp),
      nextNumber(entry.firstNumber), values(session, entry.numOps) {}

LogicalResult Matcher::match(Operation *root) {
  if (failed(matchOp(root, {})))
    return failure();
  return values.finish();
}

LogicalResult Matcher::expectCount(Operation *op, size_t found,
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

LogicalResult Matcher::matchOp(Operation *op, const Context &around) {
  const Record::Op &before = record.ops[nextOp];
  if (before.name != op->getName())
    return breaks(op, Guarantee::input)
           << "expects '" << before.name << "' here";
  if (failed(matchAttributes(session, op, nextOp++)))
    return failure();
  was.clear();
  if (failed(matchOperands(op)) || failed(matchResults(op)) ||
      failed(checkTypes(op, around)))
    return failure();
  return matchRegions(op, around);
}

LogicalResult Matcher::matchOperands(Operation *op) {
  if (failed(expectCount(op, op->getNumOperands(), "operands")))
    return failure();
  for (OpOperand &operand : op->getOpOperands()) {
    ValueId id = {next()};
    was.push_back(record.typeOf(id));
    if (failed(values.match(operand, id)))
      return failure();
  }
  return success();
}

LogicalResult Matcher::matchResults(Operation *op) {
  if (failed(expectCount(op, op->getNumResults(), "results")))
    return failure();
  for (Value result : op->getResults()) {
    ValueId id = {next()};
    was.push_back(record.typeOf(id));
    values.define(result, id);
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

LogicalResult Matcher::matchRegions(Operation *op, const Context &around) {
  if (failed(expectCount(op, op->getNumRegions(), "regions")))
    return failure();
  if (op->getNumRegions() == 0)
    return success();
  Context inside = contextIn(op, around);
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

LogicalResult Matcher::matchBlock(Block &block, const Context &around) {
  if (failed(matchArguments(block, around)))
    return failure();
  uint32_t expected = next(), found = 0;
  for (Operation &op : block) {
    if (isConstant(&op))
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

LogicalResult Matcher::matchArguments(Block &block, const Context &around) {
  if (failed(expectCount(around.op, block.getNumArguments(), "arguments")))
    return failure();
  for (BlockArgument argument : block.getArguments()) {
    ValueId id = {next()};
    values.define(argument, id);
    TypeChange change = {record.typeOf(id), argument.getType()};
    if (failed(checkArgument(argument, change, around)))
      return failure();
  }
  return success();
}

/// Its own operand and result type come next, and nothing of ours is read.
bool Matcher::isOwnConvert(Operation *op) {
  if (record.ops[nextOp].name != op->getName())
    return false;
  auto convert = record.converts.find(record.numbers[nextNumber + 3]);
  return convert != record.converts.end() &&
         convert->second.type == op->getResult(0).getType() &&
         values.isOf(op->getOperand(0), convert->second.input);
}
