// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/scaling/Program.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

Control verify::controlOf(Operation *op) {
  if (op->getNumRegions() == 0)
    return Control::none;
  const OpRow *row = lookupRow(op);
  bool isControl =
      row && (row->regions == RegionRule::branch ||
              row->regions == RegionRule::inlined || isHlo(op, OpKind::while_));
  if (!isControl)
    return Control::none;
  bool isLoop = row->regions == RegionRule::loop;
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock() || region.front().empty())
      return Control::none;
    unsigned yielded = region.front().back().getNumOperands();
    bool isCondition = isLoop && region.getRegionNumber() == 0;
    if (yielded != (isCondition ? 1 : op->getNumResults()))
      return Control::none;
    unsigned arguments =
        row->regions == RegionRule::branch ? 0 : op->getNumOperands();
    if (region.getNumArguments() != arguments)
      return Control::none;
  }
  if (isLoop)
    return op->getNumRegions() == 2 ? Control::loop : Control::none;
  return row->regions == RegionRule::inlined ? Control::inlined
                                             : Control::branch;
}

Block &verify::bodyOf(Operation *loop) {
  return loop->getRegion(loop->getNumRegions() - 1).front();
}

Value verify::canonical(Value value) {
  for (;;) {
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *op =
        argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
    Control control = op ? controlOf(op) : Control::none;
    if (control != Control::loop && (control != Control::inlined || !argument))
      return value;
    unsigned number = argument ? argument.getArgNumber()
                               : cast<OpResult>(value).getResultNumber();
    if (control == Control::loop) {
      Block &body = bodyOf(op);
      if (body.getTerminator()->getOperand(number) != body.getArgument(number))
        return value;
    }
    value = op->getOperand(number);
  }
}

Attribute verify::constantOf(Value value) {
  Operation *op = value.getDefiningOp();
  Attribute constant =
      op && op->getNumOperands() == 0 ? findConstantValue(op) : Attribute();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(constant))
    return splat.getSplatValue<Attribute>();
  auto elements = dyn_cast_if_present<DenseElementsAttr>(constant);
  if (elements && elements.getNumElements() == 1)
    return *elements.value_begin<Attribute>();
  return isa_and_present<FloatAttr, IntegerAttr>(constant) ? constant
                                                           : Attribute();
}

bool verify::isConstant(Value value, double number) {
  auto constant = dyn_cast_if_present<FloatAttr>(constantOf(value));
  return constant && constant.getType().getIntOrFloatBitWidth() >= 32 &&
         constant.getValueAsDouble() == number;
}

FunctionOpInterface Program::calleeOf(Operation *call) {
  FunctionOpInterface callee = findCallee(call, symbols);
  return callee && canReplace(callee, call) ? callee : FunctionOpInterface();
}

const CallFrame *Program::frameOf(Operation *call, const CallFrame *outer) {
  Operation *callee = calleeOf(call);
  for (const CallFrame *around = outer; around; around = around->outer)
    if (around->callee == callee)
      return nullptr;
  return frames.of(call, outer, callee);
}

bool Program::enter(Point &point) {
  auto result = dyn_cast<OpResult>(point.value);
  FunctionOpInterface callee =
      result ? calleeOf(result.getOwner()) : FunctionOpInterface();
  const CallFrame *frame =
      callee ? frameOf(result.getOwner(), point.frame) : nullptr;
  if (!frame)
    return false;
  Operation *end = callee.getFunctionBody().front().getTerminator();
  point = {end->getOperand(result.getResultNumber()), frame};
  return true;
}

bool Program::leave(Point &point) {
  auto argument = dyn_cast<BlockArgument>(point.value);
  if (!argument || !point.frame ||
      argument.getOwner()->getParentOp() != point.frame->callee)
    return false;
  point = {point.frame->call->getOperand(argument.getArgNumber()),
           point.frame->outer};
  return true;
}

Point Program::canonicalPoint(Point point) {
  do
    point.value = canonical(point.value);
  while (leave(point));
  return point;
}
