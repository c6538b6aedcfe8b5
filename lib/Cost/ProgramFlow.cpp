// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that control flow and calls forward.
#include "lib/Cost/ProgramReader.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::amp;

void ProgramReader::addJoints(Operation *op, ArrayRef<Joint> joints,
                              Traffic reads, Traffic makes) {
  double turns = countTurns(op).value_or(1);
  for (auto [number, joint] : llvm::enumerate(joints)) {
    if (joint.values.empty() && joint.inputs.empty())
      continue;
    Type type = joint.values.empty() ? joint.inputs.front()->get().getType()
                                     : joint.values.front().getType();
    if (!isTracked(type))
      continue;
    unsigned slot = slotFor(op, number, type);
    for (Value value : joint.values) {
      llvm::SaveAndRestore inside(times);
      if (isa<BlockArgument>(value))
        times *= turns;
      addMade(value, slot, makes);
      if (makes == Traffic::view && !joint.inputs.empty())
        uses.addView(value, joint.inputs.front()->get());
    }
    for (OpOperand *input : joint.inputs)
      uses.addUse(*input, slot, reads, index);
  }
}

bool ProgramReader::isCalled(Operation *op) const {
  auto function = dyn_cast_if_present<FunctionOpInterface>(op);
  return function && function.isPrivate() && !function.isExternal() &&
         !graph.callsOf(function).empty();
}

/// Arguments of a private function are in memory; a result is where the ops of
/// the function put it.
void ProgramReader::addFunction(FunctionOpInterface function) {
  if (function.isExternal())
    return;
  bool known = isCalled(function);
  for (auto [number, joint] :
       llvm::enumerate(findJoints(function, ArrayRef<Operation *>()))) {
    for (Value argument : joint.values)
      if (Type type = argument.getType(); isTracked(type))
        addMade(argument, known ? slotFor(function, number, type) : endOf(type),
                Traffic::memory);
    for (OpOperand *returned : joint.inputs)
      if (Type type = returned->get().getType(); known && isTracked(type))
        uses.addUse(*returned, slotFor(function, number, type), Traffic::view,
                    index);
  }
}

/// A call, when the slots of all functions are known.
void ProgramReader::addCall(const Call &call) {
  Operation *op = call.placed->op;
  auto function = cast<FunctionOpInterface>(call.placed->callee);
  times = call.placed->times;
  index = call.index;
  place = graph.positionOf(function);
  SmallVector<Joint> joints = findJoints(function, op);
  for (auto [number, joint] : llvm::enumerate(joints)) {
    Value inside = joint.values.empty() ? nullptr : joint.values.front();
    if (!inside || !isTracked(inside.getType()))
      continue;
    unsigned slot = slotFor(function, number, inside.getType());
    if (number < function.getNumArguments()) {
      uses.addUse(op->getOpOperand(number), slot, Traffic::view, index);
      continue;
    }
    addMade(inside, slot, Traffic::view);
    if (!joint.inputs.empty())
      uses.addView(inside, joint.inputs.front()->get());
  }
}

/// The operands of a joint were read together with the joint.
void ProgramReader::addEnd(Operation *terminator) {
  Operation *parent = terminator->getParentOp();
  if (isCalled(parent) || handsOn(lookupRow(parent)))
    return;
  addFixed(terminator, Traffic::memory);
}

void ProgramReader::addFixed(Operation *op, Traffic traffic) {
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = operand.get().getType(); isTracked(type))
      uses.addUse(operand, endOf(type), traffic, index);
  for (Value result : op->getResults())
    addMade(result, endOf(result.getType()), traffic);
}
