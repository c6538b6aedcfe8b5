// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %a = call @f(%x)   // from %x: into @f, and to %a, not to %b
// %b = call @f(%y)
#include "lib/Verify/FlowWalk.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

bool FlowWalk::enter(Part &part, unsigned joint) {
  return part.reach.joints.insert(joint).second;
}

bool FlowWalk::enter(Part &part, Operation *op) {
  return part.reach.ops.insert(op).second;
}

void FlowWalk::enter(Part &part, Value shared) {
  if (part.reach.shared.insert(shared).second)
    part.work.push_back(shared);
}

static SmallVector<Value> returnedAt(FunctionOpInterface function,
                                     unsigned result) {
  SmallVector<Value> values;
  for (Block &block : function.getFunctionBody())
    if (Operation *end = block.getTerminator();
        end->hasTrait<OpTrait::ReturnLike>() && result < end->getNumOperands())
      values.push_back(end->getOperand(result));
  return values;
}

const FlowWalk::Ends &FlowWalk::through(FunctionOpInterface function,
                                        unsigned place) {
  auto [found, isNew] = known.try_emplace({function, place});
  if (!isNew)
    return found->second;
  if (!isForward)
    return found->second = walk(returnedAt(function, place), function);
  Value argument = function.getArgument(place);
  reach.shared.insert(argument);
  return found->second = walk(argument, function);
}

void FlowWalk::goForward(Part &part, Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    unsigned place = use.getOperandNumber();
    if (auto joint = flow.byInput.find(&use); joint != flow.byInput.end()) {
      if (enter(part, joint->second))
        llvm::append_range(part.work, flow.joints[joint->second].values);
      continue;
    }
    if (auto callee = flow.calleeOf.find(op); callee != flow.calleeOf.end()) {
      for (unsigned result : through(callee->second, place))
        enter(part, op->getResult(result));
      continue;
    }
    if (auto calls = flow.callsOf.find(op->getParentOp());
        calls != flow.callsOf.end() && op->hasTrait<OpTrait::ReturnLike>()) {
      part.ends.insert(place);
      if (!part.function)
        for (Operation *call : calls->second)
          enter(part, call->getResult(place));
      continue;
    }
    if (runsFunction(op) || isTerminator(op) || !enter(part, op) || stops(op))
      continue;
    llvm::copy_if(op->getResults(), std::back_inserter(part.work),
                  flow.follows);
  }
}

void FlowWalk::goBack(Part &part, Value value) {
  Operation *op = value.getDefiningOp();
  auto add = [&](Value operand) {
    if (!floatsOnly || flow.follows(operand))
      part.work.push_back(operand);
  };
  if (auto joint = flow.byValue.find(value); joint != flow.byValue.end()) {
    if (!enter(part, joint->second))
      return;
    for (OpOperand *input : flow.joints[joint->second].inputs)
      part.work.push_back(input->get());
    // Operands that decide; and of composites, which passes need not look into.
    if (op && !floatsOnly && (!runsFunction(op) || findCompositeName(op)))
      llvm::append_range(part.work, op->getOperands());
    return;
  }
  if (!op) {
    auto argument = cast<BlockArgument>(value);
    auto calls = flow.callsOf.find(argument.getOwner()->getParentOp());
    if (calls == flow.callsOf.end())
      return;
    part.ends.insert(argument.getArgNumber());
    if (part.reach.shared.insert(value).second && !part.function)
      for (Operation *call : calls->second)
        part.work.push_back(call->getOperand(argument.getArgNumber()));
    return;
  }
  if (auto callee = flow.calleeOf.find(op); callee != flow.calleeOf.end()) {
    if (!part.reach.shared.insert(value).second)
      return;
    unsigned result = cast<OpResult>(value).getResultNumber();
    for (unsigned argument : through(callee->second, result))
      part.work.push_back(op->getOperand(argument));
    return;
  }
  if (runsFunction(op) || !enter(part, op) || stops(op))
    return;
  llvm::for_each(op->getOperands(), add);
  if (op->getNumRegions() && bodySharesType(op))
    for (Region &body : op->getRegions())
      visitUsedValuesDefinedAbove(body,
                                  [&](OpOperand *use) { add(use->get()); });
}

FlowWalk::Ends FlowWalk::walk(ArrayRef<Value> values, Operation *function) {
  Part part{function, {}, {}, SmallVector<Value>(values)};
  while (!part.work.empty()) {
    Value value = part.work.pop_back_val();
    isForward ? goForward(part, value) : goBack(part, value);
  }
  reach.ops.insert(part.reach.ops.begin(), part.reach.ops.end());
  reach.joints.insert(part.reach.joints.begin(), part.reach.joints.end());
  reach.shared.insert(part.reach.shared.begin(), part.reach.shared.end());
  return part.ends;
}
