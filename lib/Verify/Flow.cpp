// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Flow.h"
#include "lib/Graph/Calls.h"
#include "lib/Verify/FlowWalk.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

Flow::Flow(ModuleOp module, ArrayRef<Operation *> controls,
           ArrayRef<Operation *> calls, bool joinsCalls) {
  for (Operation *op : controls)
    add(findJoints(op, lookupRow(op)));
  llvm::DenseMap<StringAttr, SmallVector<Operation *>> byName;
  for (Operation *call : calls)
    if (StringAttr callee = findCallee(call))
      byName[callee].push_back(call);
  for (auto function : module.getOps<FunctionOpInterface>()) {
    auto known = byName.find(SymbolTable::getSymbolName(function));
    if (known == byName.end() || function.isExternal())
      continue;
    if (joinsCalls || known->second.size() == 1) {
      add(findJoints(function, known->second));
      continue;
    }
    callsOf[function] = known->second;
    for (Operation *call : known->second)
      calleeOf[call] = function;
  }
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

bool amp::verify::runsFunction(Operation *op) {
  return findCompositeName(op) ? findCallee(op) != nullptr
                               : isa<CallOpInterface>(op);
}

Flow::Reach Flow::back(ArrayRef<Value> values,
                       function_ref<bool(Operation *)> stops,
                       bool floatsOnly) const {
  FlowWalk walk(*this, stops, /*isForward=*/false, floatsOnly);
  walk.run(values);
  return std::move(walk.reach);
}

Flow::Reach Flow::forth(ArrayRef<Value> values,
                        function_ref<bool(Operation *)> stops) const {
  FlowWalk walk(*this, stops, /*isForward=*/true, /*floatsOnly=*/true);
  walk.run(values);
  return std::move(walk.reach);
}

bool Flow::contains(const Reach &reach, Value value) const {
  if (auto joint = byValue.find(value); joint != byValue.end())
    return reach.joints.contains(joint->second);
  return reach.shared.contains(value) ||
         (value.getDefiningOp() && reach.ops.contains(value.getDefiningOp()));
}
