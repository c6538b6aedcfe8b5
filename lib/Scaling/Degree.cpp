// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/Degree.h"
#include "lib/OpModel/Calls.h"
#include "lib/OpModel/Joints.h"
#include "lib/Scaling/DegreeRules.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include <map>
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

namespace {
/// What a function returns for what it is called with.
struct Called {
  SmallVector<Fact> results;
  bool leaks = false;
};

/// What is done with ops of one name.
struct Way {
  enum Kind { rule, mark, call, control, unknown } kind;
  DegreeRule function = nullptr;
};

/// What all walks share.
struct Shared {
  explicit Shared(const Step &step) : step(step) {}

  const Step &step;
  llvm::DenseMap<OperationName, Way> ways;
  using Key = std::pair<Operation *, std::vector<std::array<uint64_t, 2>>>;
  std::map<Key, Called> called;
  llvm::SmallPtrSet<Operation *, 8> running;
};

/// A walk through one function, or through the body of one op.
class Walker {
public:
  Walker(Shared &shared, const Walker *outside = nullptr)
      : shared(shared), outside(outside) {}

  void walkRegion(Region &region);
  Fact of(Value value) const;
  void set(Value value, Fact fact);

  llvm::DenseMap<Value, Fact> facts;
  bool hasLeaked = false;
  SmallVector<Leak> *leaks = nullptr; ///< null: only whether there are any
  SmallVector<Operation *> *calls = nullptr;

private:
  void walkOp(Operation *op);
  Way wayOf(Operation *op);
  void leakInside(Operation *op);
  void walkByRule(Operation *op, DegreeRule rule);
  void walkMark(Operation *op);
  void walkControl(Operation *op, ArrayRef<Joint> joints);
  void walkLoop(Operation *op, ArrayRef<Joint> joints);
  void walkRegions(Operation *op);
  void walkCall(Operation *op, FunctionOpInterface callee);
  Called call(FunctionOpInterface callee, ArrayRef<Fact> operands);
  bool keeps(Region &body, Degree degree);
  bool joinAll(Operation *op, ArrayRef<Joint> joints, bool onEntry);
  void leakInputs(ArrayRef<Joint> joints);
  Degree leavingHome(OpOperand &operand);
  void leak(Operation *op, unsigned operand);
  uint64_t marksOf(Operation *op) const;

  Shared &shared;
  const Walker *outside;
};
} // namespace

Fact Walker::of(Value value) const {
  auto known = facts.find(value);
  if (known != facts.end())
    return known->second;
  return outside ? outside->of(value) : Fact();
}

void Walker::set(Value value, Fact fact) {
  if (!isScalable(value.getType()))
    fact.degree = {};
  if (fact == Fact())
    facts.erase(value);
  else
    facts[value] = fact;
}

void Walker::leak(Operation *op, unsigned operand) {
  Degree degree = of(op->getOperand(operand)).degree;
  if (degree.isZero() || degree.isAny)
    return;
  hasLeaked = true;
  if (leaks)
    leaks->push_back({op, operand, degree});
}

uint64_t Walker::marksOf(Operation *op) const {
  uint64_t marks = 0;
  for (Value operand : op->getOperands())
    marks |= of(operand).marks;
  return marks;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Walker::walkByRule(Operation *op, DegreeRule rule) {
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
bool Walker::keeps(Region &body, Degree degree) {
  if (!body.hasOneBlock())
    return false;
  Walker inside(shared, this);
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
void Walker::walkMark(Operation *op) {
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
void Walker::leakInside(Operation *op) {
  op->walk([&](Operation *inner) {
    for (unsigned i = 0; inner != op && i < inner->getNumOperands(); ++i)
      leak(inner, i);
  });
}

Way Walker::wayOf(Operation *op) {
  auto [known, isNew] = shared.ways.try_emplace(op->getName());
  if (!isNew)
    return known->second;
  StringRef name = op->getName().getStringRef();
  const OpRow *row = lookupRow(op);
  bool isPart = !row || row->regions == RegionRule::none ||
                row->regions == RegionRule::body;
  Way way = {Way::rule, lookupDegreeRule(op)};
  if (isa<LossOp, SeedOp, GradientsOp, StateOp>(op))
    way.kind = Way::mark;
  else if (isa<CallOpInterface>(op) || name == "stablehlo.composite")
    way.kind = Way::call;
  else if (!isPart || !findHandovers(op).empty())
    way.kind = Way::control;
  else if (!row && op->getNumRegions() != 0)
    way.kind = Way::unknown;
  return known->second = way;
}

void Walker::walkOp(Operation *op) {
  Way way = wayOf(op);
  if (way.kind == Way::mark)
    return walkMark(op);
  if (way.kind == Way::call)
    if (StringAttr name = findCallee(op))
      if (auto callee = shared.step.symbols->lookup<FunctionOpInterface>(name))
        return walkCall(op, callee);
  if (way.kind == Way::control) {
    SmallVector<Joint> joints = findHandovers(op);
    const OpRow *row = lookupRow(op);
    return row && row->regions == RegionRule::loop ? walkLoop(op, joints)
                                                   : walkControl(op, joints);
  }
  if (way.kind == Way::unknown)
    leakInside(op);
  bool isKnown = op->getNumOperands() == 0;
  for (Value operand : op->getOperands())
    isKnown = isKnown || facts.contains(operand) || outside;
  if (isKnown && op->getNumResults() != 0)
    walkByRule(op, way.function);
}

void Walker::walkRegion(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      walkOp(&op);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// What leaves a loop of steps must not have the factor of one of them.
Degree Walker::leavingHome(OpOperand &operand) {
  Degree degree = of(operand.get()).degree;
  Operation *op = operand.getOwner();
  if (degree.isZero() || degree.isAny || !op->hasTrait<OpTrait::IsTerminator>())
    return degree;
  const Group &group = shared.step.groups[degree.group];
  return group.home == op->getBlock() ? Degree() : degree;
}

/// Returns whether a value became another. On entry, nothing inside of `op` is
/// known yet.
bool Walker::joinAll(Operation *op, ArrayRef<Joint> joints, bool onEntry) {
  // What chooses reaches all that is chosen.
  uint64_t choosing = 0;
  llvm::SmallPtrSet<OpOperand *, 16> inputs;
  for (const Joint &joint : joints)
    inputs.insert(joint.inputs.begin(), joint.inputs.end());
  auto addOthers = [&](Operation *owner) {
    for (OpOperand &operand : owner->getOpOperands())
      if (!inputs.contains(&operand))
        choosing |= of(operand.get()).marks;
  };
  addOthers(op);
  for (Region &region : op->getRegions())
    if (!region.empty())
      addOthers(&region.front().back());
  bool changed = false;
  for (const Joint &joint : joints) {
    Fact all = {Degree::any(), choosing};
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

/// What is handed on as something of another degree.
void Walker::leakInputs(ArrayRef<Joint> joints) {
  for (const Joint &joint : joints)
    if (!joint.values.empty())
      for (OpOperand *input : joint.inputs)
        if (of(input->get()).degree != of(joint.values.front()).degree)
          leak(input->getOwner(), input->getOperandNumber());
}

void Walker::walkRegions(Operation *op) {
  for (Region &region : op->getRegions())
    walkRegion(region);
}

void Walker::walkControl(Operation *op, ArrayRef<Joint> joints) {
  joinAll(op, joints, /*onEntry=*/true);
  walkRegions(op);
  joinAll(op, joints, /*onEntry=*/false);
  leakInputs(joints);
}

/// Degrees only go from any to one of them, and from there to 0.
void Walker::walkLoop(Operation *op, ArrayRef<Joint> joints) {
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

Called Walker::call(FunctionOpInterface callee, ArrayRef<Fact> operands) {
  Shared::Key key = {callee, {}};
  for (const Fact &fact : operands)
    key.second.push_back({uint64_t(uint16_t(fact.degree.twelfths)) << 32 |
                              uint64_t(fact.degree.group) << 1 |
                              uint64_t(fact.degree.isAny),
                          fact.marks});
  if (auto known = shared.called.find(key); known != shared.called.end())
    return known->second;
  Walker inside(shared);
  Region &body = callee.getFunctionBody();
  for (auto [argument, fact] : llvm::zip(body.getArguments(), operands))
    inside.set(argument, fact);
  shared.running.insert(callee);
  inside.walkRegion(body);
  shared.running.erase(callee);
  Called called;
  for (Value result : body.front().back().getOperands())
    called.results.push_back(inside.of(result));
  called.leaks = inside.hasLeaked;
  return shared.called[key] = std::move(called);
}

void Walker::walkCall(Operation *op, FunctionOpInterface callee) {
  Region &body = callee.getFunctionBody();
  if (!body.hasOneBlock() || shared.running.contains(callee) ||
      op->getNumOperands() != body.getNumArguments() ||
      op->getNumResults() != body.front().back().getNumOperands())
    return walkByRule(op, lookupDegreeRule(op));
  Called called =
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

DegreeAnalysis::DegreeAnalysis(const Step &step) {
  Shared shared(step);
  Walker walker(shared);
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
