// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/Degree.h"
#include "lib/OpModel/Calls.h"
#include "lib/Scaling/DegreeWalker.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

std::string amp::describe(Degree degree) {
  int whole = std::gcd(int(degree.twelfths), Degree::one);
  std::string text = std::to_string(degree.twelfths / whole);
  if (whole != Degree::one)
    text += "/" + std::to_string(Degree::one / whole);
  return text;
}

Fact DegreeWalker::of(Value value) const {
  auto known = facts.find(value);
  if (known != facts.end())
    return known->second;
  return outside ? outside->of(value) : Fact();
}

void DegreeWalker::set(Value value, Fact fact) {
  if (!isScalable(value.getType()))
    fact.degree = {};
  if (fact == Fact())
    facts.erase(value);
  else
    facts[value] = fact;
}

void DegreeWalker::leak(Operation *op, unsigned operand) {
  Degree degree = of(op->getOperand(operand)).degree;
  if (degree.isZero() || degree.isAny)
    return;
  hasLeaked = true;
  if (leaks)
    leaks->push_back({op, operand, degree});
}

uint64_t DegreeWalker::marksOf(Operation *op) const {
  uint64_t marks = 0;
  for (Value operand : op->getOperands())
    marks |= of(operand).marks;
  return marks;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void DegreeWalker::walkByRule(Operation *op, DegreeRule rule) {
  auto degreeOf = [&](Value value) { return of(value).degree; };
  auto leakOne = [&](unsigned operand) { leak(op, operand); };
  auto keepsIt = [&](unsigned region, Degree degree) {
    return keeps(op->getRegion(region), degree);
  };
  Fact fact;
  fact.degree = rule({op, degreeOf, leakOne, keepsIt});
  fact.marks = marksOf(op);
  for (Value result : op->getResults())
    set(result, fact);
}

/// Whether a body of arguments of this degree yields such values.
bool DegreeWalker::keeps(Region &body, Degree degree) {
  if (!body.hasOneBlock())
    return false;
  DegreeWalker inside(shared, this);
  for (Value argument : body.getArguments())
    inside.set(argument, {degree, 0});
  inside.walkRegion(body);
  return !inside.hasLeaked &&
         llvm::all_of(body.front().back().getOperands(), [&](Value yielded) {
           Degree found = inside.of(yielded).degree;
           return !isScalable(yielded.getType()) || found.isAny ||
                  found == degree;
         });
}

/// A seed gives degree 1, unless it is inside of another one's backward pass.
void DegreeWalker::walkMark(Operation *op) {
  const Step &step = shared.step;
  auto own = [&](StringAttr group) {
    return Degree::of(Degree::one, step.groupOf(group));
  };
  if (auto seed = dyn_cast<SeedOp>(op)) {
    if (of(seed.getValue()).degree != own(seed.getGroupAttr()))
      leak(op, 0);
    uint64_t marks = Step::bitOf(step.groupOf(seed.getGroupAttr()));
    return set(seed.getOutput(),
               {own(seed.getGroupAttr()), marksOf(op) | marks});
  }
  if (auto gradients = dyn_cast<GradientsOp>(op)) {
    uint64_t marks = step.bitOf(gradients);
    for (OpOperand &value : op->getOpOperands()) {
      Fact fact = of(value.get());
      if (fact.degree != own(gradients.getGroupAttr()))
        leak(op, value.getOperandNumber());
      set(op->getResult(value.getOperandNumber()), {{}, fact.marks | marks});
    }
    return;
  }
  if (auto state = dyn_cast<StateOp>(op)) {
    for (OpOperand &value : op->getOpOperands())
      leak(op, value.getOperandNumber());
    for (auto [result, value] : llvm::zip(op->getResults(), state.getValues()))
      set(result, {{}, of(value).marks});
    return;
  }
  set(op->getResult(0), of(op->getOperand(0))); // a loss
}

/// Whatever its regions do, they see values without the factor.
void DegreeWalker::leakInside(Operation *op) {
  op->walk([&](Operation *inner) {
    for (unsigned i = 0; inner != op && i < inner->getNumOperands(); ++i)
      leak(inner, i);
  });
}

DegreeWay DegreeWalker::wayOf(Operation *op) {
  auto [known, isNew] = shared.ways.try_emplace(op->getName());
  if (!isNew)
    return known->second;
  StringRef name = op->getName().getStringRef();
  const OpRow *row = lookupRow(op);
  bool isPart = !row || row->regions == RegionRule::none ||
                row->regions == RegionRule::body;
  DegreeWay way = {DegreeWay::rule, lookupDegreeRule(op)};
  if (isa<LossOp, SeedOp, GradientsOp, StateOp>(op))
    way.kind = DegreeWay::mark;
  else if (isa<CallOpInterface>(op) || name == "stablehlo.composite")
    way.kind = DegreeWay::call;
  else if (!isPart || !findHandovers(op).empty())
    way.kind = DegreeWay::control;
  else if (!row && op->getNumRegions() != 0)
    way.kind = DegreeWay::unknown;
  return known->second = way;
}

void DegreeWalker::walkOp(Operation *op) {
  DegreeWay way = wayOf(op);
  if (way.kind == DegreeWay::mark)
    return walkMark(op);
  if (way.kind == DegreeWay::call)
    if (StringAttr name = findCallee(op))
      if (auto callee = shared.step.symbols->lookup<FunctionOpInterface>(name))
        return walkCall(op, callee);
  if (way.kind == DegreeWay::control) {
    SmallVector<Joint> joints = findHandovers(op);
    const OpRow *row = lookupRow(op);
    return row && row->regions == RegionRule::loop ? walkLoop(op, joints)
                                                   : walkControl(op, joints);
  }
  if (way.kind == DegreeWay::unknown)
    leakInside(op);
  bool isKnown = op->getNumOperands() == 0;
  for (Value operand : op->getOperands())
    isKnown = isKnown || facts.contains(operand) || outside;
  if (isKnown && op->getNumResults() != 0)
    walkByRule(op, way.function);
}

void DegreeWalker::walkRegion(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      walkOp(&op);
}

DegreeAnalysis::DegreeAnalysis(const Step &step) {
  DegreeContext shared(step);
  DegreeWalker walker(shared);
  walker.leaks = &leaks;
  walker.calls = &calls;
  FunctionOpInterface function = step.function;
  walker.walkRegion(function.getFunctionBody());
  Operation *end = &function.getFunctionBody().front().back();
  for (OpOperand &operand : end->getOpOperands())
    if (Degree degree = walker.of(operand.get()).degree;
        !degree.isZero() && !degree.isAny)
      leaks.push_back({end, operand.getOperandNumber(), degree});
  facts = std::move(walker.facts);
}
