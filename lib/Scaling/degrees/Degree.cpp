// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/degrees/Degree.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Scaling/degrees/DegreeWalker.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

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
  if (!degree.isScaled())
    return;
  hasLeaked = true;
  if (leaks)
    leaks->push_back({op, operand, degree});
  if (shared.readers)
    shared.readers->insert(op);
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

/// Floats that a seed reaches and that are unscaled have no scale to protect
/// them from the range of a 16-bit format.
void DegreeWalker::noteReader(Operation *op) {
  if (!shared.readers)
    return;
  for (Value operand : op->getOperands()) {
    Fact fact = of(operand);
    if (fact.marks && fact.degree.isUnscaled() && isScalable(operand.getType()))
      shared.readers->insert(op);
  }
}

void DegreeWalker::walkByRule(Operation *op, DegreeRule rule) {
  auto degreeOf = [&](Value value) { return of(value).degree; };
  auto leakOne = [&](unsigned operand) { leak(op, operand); };
  auto keepsIt = [&](unsigned region, Degree degree) {
    return keeps(op->getRegion(region), degree);
  };
  if (!llvm::all_of(op->getResultTypes(), isTracked))
    rule = nonlinearDegree;
  noteReader(op);
  Fact fact;
  if (isPerOperand(op))
    return walkEachOperand(op, rule);
  fact.degree = rule({op, degreeOf, leakOne, keepsIt});
  fact.marks = marksOf(op);
  for (Value result : op->getResults())
    set(result, fact);
}

void DegreeWalker::walkEachOperand(Operation *op, DegreeRule rule) {
  auto degreeOf = [&](Value value) { return of(value).degree; };
  auto leakOne = [&](unsigned operand) { leak(op, operand); };
  auto keepsIt = [&](unsigned region, Degree degree) {
    return keeps(op->getRegion(region), degree);
  };
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Degree degree = rule({op, degreeOf, leakOne, keepsIt, i});
    set(op->getResult(i), {degree, of(op->getOperand(i)).marks});
  }
}

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
           return !isScalable(yielded.getType()) || found.isAny() ||
                  found == degree;
         });
}

/// A seed has degree 1, unless it is in the backward pass of another one. Marks
/// may still be composites.
void DegreeWalker::walkMark(Operation *op) {
  const Step &step = shared.step;
  unsigned group = step.groupOf(groupOfMark(op));
  Degree own = Degree::ofGroup(group);
  StringRef name = nameOfMark(op);
  if (op->getNumOperands() == 0 || op->getNumResults() == 0)
    return;
  if (name == SeedOp::markName) {
    if (of(op->getOperand(0)).degree != own)
      leak(op, 0);
    return set(op->getResult(0), {own, marksOf(op) | Step::bitOf(group)});
  }
  if (name == LossOp::markName)
    return set(op->getResult(0), of(op->getOperand(0)));
  auto gradients = dyn_cast<GradientsOp>(op);
  for (OpOperand &value : op->getOpOperands()) {
    Fact fact = of(value.get());
    if (name == StateOp::markName || fact.degree != own)
      leak(op, value.getOperandNumber());
    if (value.getOperandNumber() >= op->getNumResults())
      continue;
    uint64_t marks = fact.marks | (gradients ? step.bitOf(gradients) : 0);
    // Behind the marked gradients, the optimizer has its own precision rules.
    set(op->getResult(value.getOperandNumber()),
        {{}, shared.readers ? 0 : marks});
  }
}

bool DegreeWalker::capturesScaled(Operation *op) const {
  bool captures = false;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        captures |= of(operand).degree.isScaled();
    });
  return captures;
}

/// Unscales every scaled value that a region of `op` uses.
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
  const OpRow *row = lookupRow(op);
  bool isPart = !row || row->regions == RegionRule::none ||
                row->regions == RegionRule::body;
  DegreeWay way = {DegreeWay::rule, lookupDegreeRule(op)};
  if (isa<LossOp, SeedOp, GradientsOp, StateOp>(op))
    way.kind = DegreeWay::mark;
  else if (isCallLike(op))
    way.kind = DegreeWay::call;
  else if (!isPart || !findHandovers(op).empty())
    way.kind = DegreeWay::control;
  else if (!row && op->getNumRegions() != 0)
    way.kind = DegreeWay::unknown;
  return known->second = way;
}

void DegreeWalker::walkOp(Operation *op) {
  DegreeWay way = wayOf(op);
  if (way.kind == DegreeWay::mark ||
      (way.kind == DegreeWay::call && !findMark(op).empty()))
    return walkMark(op);
  if (way.kind == DegreeWay::call)
    if (FunctionOpInterface callee = findCallee(op, *shared.step.symbols))
      return walkCall(op, callee);
  bool isStructured = hasSingleBlocks(op);
  SmallVector<Joint> joints;
  if (way.kind == DegreeWay::control && isStructured)
    joints = findHandovers(op);
  if (!joints.empty()) {
    const OpRow *row = lookupRow(op);
    return row && row->regions == RegionRule::loop ? walkLoop(op, joints)
                                                   : walkControl(op, joints);
  }
  if (op->getNumRegions() != 0 &&
      (way.kind != DegreeWay::rule || !isStructured || capturesScaled(op))) {
    leakInside(op);
    return walkByRule(op, nonlinearDegree);
  }
  bool isKnown = op->getNumOperands() == 0;
  for (Value operand : op->getOperands())
    isKnown = isKnown || facts.contains(operand) || outside;
  if (isKnown && !isTerminator(op))
    walkByRule(op, way.function);
}

void DegreeWalker::walkRegion(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      walkOp(&op);
}

DegreeAnalysis::DegreeAnalysis(const Step &step,
                               llvm::SetVector<Operation *> *readers) {
  DegreeContext shared(step);
  shared.readers = readers;
  DegreeWalker walker(shared);
  walker.leaks = &leaks;
  walker.calls = &calls;
  FunctionOpInterface function = step.function;
  walker.walkRegion(function.getFunctionBody());
  Operation *end = &function.getFunctionBody().front().back();
  for (OpOperand &operand : end->getOpOperands())
    if (Degree degree = walker.of(operand.get()).degree; degree.isScaled())
      leaks.push_back({end, operand.getOperandNumber(), degree});
  facts = std::move(walker.facts);
}
