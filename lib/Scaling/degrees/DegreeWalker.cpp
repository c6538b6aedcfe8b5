// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/degrees/DegreeWalker.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Scaling/degrees/Degree.h"

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

/// Records ops that use unscaled floats computed from a seed: no scale protects
/// these from underflow in a 16-bit format.
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
  if (shared.testsLeak && !outside && testsNonFinite(op))
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

/// Sets the degrees of a mark's results. A seed has degree 1, unless it is in
/// the backward pass of another seed. Marks may still be composites.
void DegreeWalker::walkMark(Operation *op) {
  const Step &step = shared.step;
  unsigned group = step.groupOf(groupOfMark(op));
  Degree own = Degree::ofGroup(group);
  StringRef name = findMark(op);
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
    // After the marked gradients, the optimizer has its own precision rules.
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

/// Leaks every scaled value that a region of `op` uses.
void DegreeWalker::leakInside(Operation *op) {
  op->walk([&](Operation *inner) {
    for (unsigned i = 0; inner != op && i < inner->getNumOperands(); ++i)
      leak(inner, i);
  });
}

DegreeTransfer DegreeWalker::transferOf(Operation *op) {
  auto [known, isNew] = shared.transfers.try_emplace(op->getName());
  if (!isNew)
    return known->second;
  const OpRow *row = lookupRow(op);
  bool isPart = !row || row->regions == RegionRule::none ||
                row->regions == RegionRule::body;
  DegreeTransfer transfer = {DegreeTransfer::rule, lookupDegreeRule(op)};
  if (isMarkOp(op))
    transfer.kind = DegreeTransfer::mark;
  else if (isCallLike(op))
    transfer.kind = DegreeTransfer::call;
  else if (!isPart || !findAllCarriedValues(op).empty())
    transfer.kind = DegreeTransfer::control;
  else if (!row && op->getNumRegions() != 0)
    transfer.kind = DegreeTransfer::unknown;
  return known->second = transfer;
}

void DegreeWalker::walkOp(Operation *op) {
  DegreeTransfer transfer = transferOf(op);
  if (transfer.kind == DegreeTransfer::mark ||
      (transfer.kind == DegreeTransfer::call && !findMark(op).empty()))
    return walkMark(op);
  if (transfer.kind == DegreeTransfer::call)
    if (FunctionOpInterface callee = findCallee(op, *shared.step.symbols))
      return walkCall(op, callee);
  bool isStructured = hasSingleBlocks(op);
  SmallVector<CarriedValue> carriedValues;
  if (transfer.kind == DegreeTransfer::control)
    carriedValues = findAllCarriedValues(op);
  if (!carriedValues.empty()) {
    const OpRow *row = lookupRow(op);
    return row && row->regions == RegionRule::loop
               ? walkLoop(op, carriedValues)
               : walkControl(op, carriedValues);
  }
  if (op->getNumRegions() != 0 && (transfer.kind != DegreeTransfer::rule ||
                                   !isStructured || capturesScaled(op))) {
    leakInside(op);
    return walkByRule(op, nonlinearDegree);
  }
  bool isKnown = op->getNumOperands() == 0;
  for (Value operand : op->getOperands())
    isKnown = isKnown || facts.contains(operand) || outside;
  if (isKnown && !isTerminator(op))
    walkByRule(op, transfer.function);
}

void DegreeWalker::walkRegion(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      walkOp(&op);
}

DegreeAnalysis::DegreeAnalysis(const Step &step,
                               llvm::SetVector<Operation *> *readers,
                               bool testsLeak) {
  DegreeContext shared(step);
  shared.readers = readers;
  shared.testsLeak = testsLeak;
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

//===----------------------------------------------------------------------===//
// Degrees through loops, branches and calls.
//===----------------------------------------------------------------------===//

/// Returns the degree with which a value leaves an iteration. In a loop of
/// steps a scaled value becomes unscaled: the next iteration has another scale.
Degree DegreeWalker::leavingHome(OpOperand &operand) {
  Degree degree = of(operand.get()).degree;
  Operation *op = operand.getOwner();
  if (!degree.isScaled() || !isTerminator(op))
    return degree;
  const Group &group = shared.step.groups[degree.group];
  return group.home == op->getBlock() ? Degree() : degree;
}

/// Joins the facts of the inputs of all carried values; returns whether one
/// changed. `onEntry` ignores inputs inside of `op`, which are not known yet.
bool DegreeWalker::joinAll(Operation *op, ArrayRef<CarriedValue> carriedValues,
                           bool onEntry) {
  // The condition affects every value that the op carries.
  uint64_t choosing = 0;
  for (OpOperand *operand : findControlOperands(op, carriedValues))
    choosing |= of(operand->get()).marks;
  bool changed = false;
  for (const CarriedValue &carried : carriedValues) {
    Fact all = {carried.inputs.empty() ? Degree() : Degree::ofAny(), choosing};
    for (OpOperand *input : carried.inputs) {
      if (onEntry && input->getOwner() != op)
        continue;
      all.degree = join(all.degree, leavingHome(*input)).value_or(Degree());
      all.marks |= of(input->get()).marks;
    }
    for (Value value : carried.values) {
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

/// Leaks inputs whose degree differs from that of their carried value.
void DegreeWalker::leakInputs(ArrayRef<CarriedValue> carriedValues) {
  for (const CarriedValue &carried : carriedValues)
    if (!carried.values.empty())
      for (OpOperand *input : carried.inputs)
        if (of(input->get()).degree != of(carried.values.front()).degree)
          leak(input->getOwner(), input->getOperandNumber());
}

void DegreeWalker::walkRegions(Operation *op) {
  for (Region &region : op->getRegions())
    walkRegion(region);
}

void DegreeWalker::walkControl(Operation *op,
                               ArrayRef<CarriedValue> carriedValues) {
  joinAll(op, carriedValues, /*onEntry=*/true);
  walkRegions(op);
  joinAll(op, carriedValues, /*onEntry=*/false);
  leakInputs(carriedValues);
}

/// Terminates, because degrees only change from any to scaled to unscaled.
void DegreeWalker::walkLoop(Operation *op,
                            ArrayRef<CarriedValue> carriedValues) {
  SmallVector<Leak> *allLeaks = std::exchange(leaks, nullptr);
  SmallVector<Operation *> *allCalls = std::exchange(calls, nullptr);
  bool hadLeaked = hasLeaked;
  joinAll(op, carriedValues, /*onEntry=*/true);
  do
    walkRegions(op);
  while (joinAll(op, carriedValues, /*onEntry=*/false));
  leaks = allLeaks;
  calls = allCalls;
  hasLeaked = hadLeaked;
  walkRegions(op);
  leakInputs(carriedValues);
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
