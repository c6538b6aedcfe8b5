// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Flow.h"
#include "lib/OpModel/Calls.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

Flow::Flow(ModuleOp module, ArrayRef<Operation *> controls,
           ArrayRef<Operation *> calls) {
  for (Operation *op : controls)
    add(findJoints(op, lookupRow(op)));
  llvm::DenseMap<StringAttr, SmallVector<Operation *>> callsOf;
  for (Operation *call : calls)
    if (StringAttr callee = findCallee(call))
      callsOf[callee].push_back(call);
  for (auto function : module.getOps<FunctionOpInterface>())
    if (auto known = callsOf.find(SymbolTable::getSymbolName(function));
        known != callsOf.end() && !function.isExternal())
      add(findJoints(function, known->second));
}

void Flow::add(SmallVector<Joint> found) {
  for (Joint &joint : found) {
    unsigned number = joints.size();
    for (Value value : joint.values)
      byValue[value] = number;
    for (OpOperand *input : joint.inputs)
      byInput[input] = number;
    joints.push_back(std::move(joint));
  }
}

bool amp::runsFunction(Operation *op) {
  return findCompositeName(op) ? findCallee(op) != nullptr
                               : isa<CallOpInterface>(op);
}

Flow::Reach Flow::back(ArrayRef<Value> values,
                       function_ref<bool(Operation *)> stops,
                       bool floatsOnly) const {
  Reach reach{{}, llvm::BitVector(joints.size())};
  SmallVector<Value> work(values);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (auto joint = byValue.find(value); joint != byValue.end()) {
      if (reach.joints.test(joint->second))
        continue;
      reach.joints.set(joint->second);
      for (OpOperand *input : joints[joint->second].inputs)
        work.push_back(input->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op || runsFunction(op) || !reach.ops.insert(op).second || stops(op))
      continue;
    llvm::copy_if(op->getOperands(), std::back_inserter(work),
                  [&](Value operand) {
                    return !floatsOnly || isFloat(operand.getType());
                  });
  }
  return reach;
}

Flow::Reach Flow::forth(ArrayRef<Value> values,
                        function_ref<bool(Operation *)> stops) const {
  Reach reach{{}, llvm::BitVector(joints.size())};
  SmallVector<Value> work(values);
  while (!work.empty())
    for (OpOperand &use : work.pop_back_val().getUses()) {
      if (auto joint = byInput.find(&use); joint != byInput.end()) {
        if (reach.joints.test(joint->second))
          continue;
        reach.joints.set(joint->second);
        llvm::append_range(work, joints[joint->second].values);
        continue;
      }
      Operation *op = use.getOwner();
      if (runsFunction(op) || op->hasTrait<OpTrait::IsTerminator>() ||
          !reach.ops.insert(op).second || stops(op))
        continue;
      llvm::copy_if(op->getResults(), std::back_inserter(work),
                    [](Value result) { return isFloat(result.getType()); });
    }
  return reach;
}

bool Flow::contains(const Reach &reach, Value value) const {
  if (auto joint = byValue.find(value); joint != byValue.end())
    return reach.joints.test(joint->second);
  return value.getDefiningOp() && reach.ops.contains(value.getDefiningOp());
}
