// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/RegionArguments.h"
#include "lib/OpModel/OpModel.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

Value amp::scaling::findOutside(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  return number < op->getNumOperands() ? op->getOperand(number) : Value();
}

BlockArgument amp::scaling::findInside(Value value, Block *inside) {
  for (OpOperand &operand : inside->getParentOp()->getOpOperands())
    if (operand.get() == value &&
        operand.getOperandNumber() < inside->getNumArguments())
      return inside->getArgument(operand.getOperandNumber());
  return {};
}

/// Returns true if the argument has the same value in all iterations; always
/// true outside of loops.
static bool stays(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  if (op->getNumOperands() != argument.getOwner()->getNumArguments())
    return false;
  if (!isLoop(op))
    return true;
  Block &body = op->getRegion(op->getNumRegions() - 1).front();
  unsigned number = argument.getArgNumber();
  return body.getTerminator()->getOperand(number) == body.getArgument(number);
}

BlockArgument amp::scaling::findArgument(Value value, Operation *function,
                                         bool always) {
  auto argument = dyn_cast_if_present<BlockArgument>(value);
  while (argument && argument.getOwner()->getParentOp() != function) {
    if (always && !stays(argument))
      return {};
    argument = dyn_cast_if_present<BlockArgument>(findOutside(argument));
  }
  return argument;
}
