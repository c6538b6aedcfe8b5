// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Degrees through loops, branches and calls.
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "lib/Scaling/degrees/DegreeWalker.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Returns the degree with which an iteration of a loop of steps hands a value
/// on: the next iteration has another scale.
Degree DegreeWalker::leavingHome(OpOperand &operand) {
  Degree degree = of(operand.get()).degree;
  Operation *op = operand.getOwner();
  if (!degree.isScaled() || !isTerminator(op))
    return degree;
  const Group &group = shared.step.groups[degree.group];
  return group.home == op->getBlock() ? Degree() : degree;
}

/// Returns whether the fact of a value has changed. On entry, nothing inside of
/// `op` is known yet.
bool DegreeWalker::joinAll(Operation *op, ArrayRef<Joint> joints,
                           bool onEntry) {
  // A condition reaches every value that the op hands on.
  uint64_t choosing = 0;
  for (OpOperand *operand : findDeciders(op, joints))
    choosing |= of(operand->get()).marks;
  bool changed = false;
  for (const Joint &joint : joints) {
    Fact all = {joint.inputs.empty() ? Degree() : Degree::ofAny(), choosing};
    for (OpOperand *input : joint.inputs) {
      if (onEntry && input->getOwner() != op)
        continue;
      all.degree = join(all.degree, leavingHome(*input)).value_or(Degree());
      all.marks |= of(input->get()).marks;
    }
    for (Value value : joint.values) {
      auto [known, isNew] = facts.try_emplace(value, all);
      Fact old = std::exchange(known->second, all);
      if (!isNew)
        known->second.degree = join(old.degree, all.degree).value_or(Degree());
      if (!isScalable(value.getType()))
        known->second.degree = {};
      known->second.marks |= old.marks;
      changed |= isNew || !(known->second == old);
    }
  }
  return changed;
}

/// Unscales inputs that are handed on with another degree.
void DegreeWalker::leakInputs(ArrayRef<Joint> joints) {
  for (const Joint &joint : joints)
    if (!joint.values.empty())
      for (OpOperand *input : joint.inputs)
        if (of(input->get()).degree != of(joint.values.front()).degree)
          leak(input->getOwner(), input->getOperandNumber());
}

void DegreeWalker::walkRegions(Operation *op) {
  for (Region &region : op->getRegions())
    walkRegion(region);
}

void DegreeWalker::walkControl(Operation *op, ArrayRef<Joint> joints) {
  joinAll(op, joints, /*onEntry=*/true);
  walkRegions(op);
  joinAll(op, joints, /*onEntry=*/false);
  leakInputs(joints);
}

/// Degrees change from any to scaled, and from there to unscaled, only.
void DegreeWalker::walkLoop(Operation *op, ArrayRef<Joint> joints) {
  SmallVector<Leak> *allLeaks = std::exchange(leaks, nullptr);
  SmallVector<Operation *> *allCalls = std::exchange(calls, nullptr);
  bool hadLeaked = hasLeaked;
  joinAll(op, joints, /*onEntry=*/true);
  do
    walkRegions(op);
  while (joinAll(op, joints, /*onEntry=*/false));
  leaks = allLeaks;
  calls = allCalls;
  hasLeaked = hadLeaked;
  walkRegions(op);
  leakInputs(joints);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

DegreesOfCall DegreeWalker::call(FunctionOpInterface callee,
                                 ArrayRef<Fact> operands) {
  DegreeContext::Key key = {callee, {}};
  for (const Fact &fact : operands)
    key.second.push_back(
        {uint64_t(fact.degree.kind) << 32 | uint64_t(fact.degree.group),
         fact.marks});
  if (auto known = shared.called.find(key); known != shared.called.end())
    return known->second;
  DegreeWalker inside(shared);
  Region &body = callee.getFunctionBody();
  for (auto [argument, fact] : llvm::zip(body.getArguments(), operands))
    inside.set(argument, fact);
  shared.running.insert(callee);
  inside.walkRegion(body);
  shared.running.erase(callee);
  DegreesOfCall called;
  for (Value result : body.front().back().getOperands())
    called.results.push_back(inside.of(result));
  called.leaks = inside.hasLeaked;
  return shared.called[key] = std::move(called);
}

void DegreeWalker::walkCall(Operation *op, FunctionOpInterface callee) {
  if (!canReplace(callee, op) || shared.running.contains(callee))
    return walkByRule(op, lookupDegreeRule(op));
  DegreesOfCall called =
      call(callee, llvm::map_to_vector(op->getOperands(),
                                       [&](Value value) { return of(value); }));
  if (called.leaks) {
    hasLeaked = true;
    if (calls)
      calls->push_back(op);
  }
  for (auto [result, fact] : llvm::zip(op->getResults(), called.results))
    set(result, fact);
}
