// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// guard %found, (%w1) else (%w0): %found tests each gradient that reaches %w1
#include "lib/Verify/scaling/GuardCheck.h"
#include "lib/OpModel/Kinds.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
/// Dataflow analysis of the marks that a value depends on, one bit each.
struct ReachAnalysis {
  using Fact = uint64_t;
  static constexpr bool followsDecisions = true;

  bool join(uint64_t &into, const uint64_t &from) {
    uint64_t old = std::exchange(into, into | from);
    return into != old;
  }
  void widen(uint64_t &) {}
  uint64_t unknown(Value) { return 0; }
  uint64_t own(Value value) const {
    uint64_t bits = 0;
    auto found = pairs.gradients.find(value);
    if (found != pairs.gradients.end())
      for (auto [mark, number] : found->second)
        bits |= Marks::bitOf(mark);
    return bits;
  }
  void transfer(Operation *op, ArrayRef<uint64_t> operands,
                MutableArrayRef<uint64_t> results, Dataflow<ReachAnalysis> &) {
    uint64_t all = 0;
    for (auto [value, fact] : llvm::zip(op->getOperands(), operands))
      all |= fact | own(value);
    auto guard = pairs.guards.find(op);
    for (auto [number, result] : llvm::enumerate(op->getResults()))
      results[number] = own(result) | all;
    // A guard forwards its new value, as in a step that is not skipped.
    if (guard != pairs.guards.end())
      for (auto [number, operand] : llvm::enumerate(operands)) {
        if (isa<GuardOp>(op) && number >= 1 && number <= results.size())
          results[number - 1] = operand | own(op->getOperand(number));
        else if (!isa<GuardOp>(op) &&
                 op->getOperand(number) == guard->second.updated)
          results[0] = operand | own(op->getOperand(number));
      }
  }

  const Correspondence &pairs;
};
} // namespace

bool GuardCheck::testsGradients(const Verdict &verdict) const {
  return verdict.isValid &&
         llvm::any_of(verdict.tested, [&](const Verdict::Tested &tested) {
           return pairs.gradients.contains(tested.value);
         });
}

namespace {
/// The values that a flag tests.
class TestedValues {
public:
  explicit TestedValues(const Verdict &verdict) {
    for (const Verdict::Tested &tested : verdict.tested) {
      byValue[tested.value] = &tested;
      // unscale(g by 1) is g
      auto unscale = tested.value.getDefiningOp<UnscaleOp>();
      if (unscale && isConstant(unscale.getScale(), 1.0))
        byValue[unscale.getGradients()[cast<OpResult>(tested.value)
                                           .getResultNumber()]] = &tested;
    }
  }

  /// Returns the test of `value`; null if none. Both parts of a complex value
  /// must be tested.
  const Verdict::Tested *find(Value value) const {
    if (const Verdict::Tested *tested = byValue.lookup(value))
      return tested;
    Operation *op = value.getDefiningOp();
    if (!isHlo(op, OpKind::complex))
      return nullptr;
    const Verdict::Tested *real = find(op->getOperand(0));
    return real && find(op->getOperand(1)) ? real : nullptr;
  }

private:
  llvm::DenseMap<Value, const Verdict::Tested *> byValue;
};
} // namespace

LogicalResult GuardCheck::check(Value flag, ArrayRef<unsigned> marks,
                                Operation *op, const Twine &what,
                                bool mayBeNegated) {
  const Verdict &verdict = verdicts.of(flag);
  auto breaks = [&] {
    InFlightDiagnostic error = op->emitError();
    error << "breaks \"a flag tests each element of its gradients\": " << what
          << ' ';
    return error;
  };
  if (!verdict.isValid) {
    InFlightDiagnostic error = breaks();
    if (verdict.reason.empty())
      return error << "tests no gradient";
    error << "is no test of gradients";
    if (verdict.unclear)
      error.attachNote(verdict.unclear->getLoc())
          << "'" << verdict.unclear->getName() << "' " << verdict.reason;
    return error;
  }
  if (verdict.saysFinite && !mayBeNegated)
    return breaks() << "is inverted";
  if (!checked.insert({flag.getAsOpaquePointer(), {marks.begin(), marks.end()}})
           .second)
    return success();
  TestedValues values(verdict);
  llvm::DenseSet<Value> wanted;
  for (unsigned mark : marks) {
    const GradientMark &of = scales.marks.gradients[mark];
    for (unsigned i = 0; i < of.op->getNumResults(); ++i) {
      auto known = pairs.representatives.find({mark, i});
      for (Value value : known == pairs.representatives.end()
                             ? ArrayRef<Value>()
                             : known->second) {
        const Verdict::Tested *tested = values.find(value);
        Operation *place = value.getDefiningOp();
        if (!place)
          place = value.getParentBlock()->getParentOp();
        if (!tested) {
          InFlightDiagnostic error = breaks();
          error << "does not test gradient " << i << " of group '"
                << of.op->getAttrOfType<StringAttr>("group").getValue() << "'";
          error.attachNote(place->getLoc()) << "the gradient";
          return error;
        }
        if (!devices.areCombined(tested->allReduce, place))
          return breaks() << "does not combine the verdicts of all devices";
        wanted.insert(value);
      }
      if (known == pairs.representatives.end())
        return breaks() << "does not test gradient " << i << " of group '"
                        << of.op->getAttrOfType<StringAttr>("group").getValue()
                        << "'";
    }
  }
  for (const Verdict::Tested &tested : verdict.tested) {
    auto known = pairs.gradients.find(tested.value);
    if (known == pairs.gradients.end())
      continue;
    if (!wanted.contains(tested.value))
      return breaks() << "tests gradients that do not decide about it";
  }
  return success();
}

LogicalResult GuardCheck::checkGroup(Value flag, unsigned group, Operation *op,
                                     StringRef what) {
  SmallVector<unsigned> marks;
  for (auto [number, mark] : llvm::enumerate(scales.marks.gradients))
    if (mark.group == group)
      marks.push_back(number);
  return check(flag, marks, op, what, /*mayBeNegated=*/true);
}

LogicalResult GuardCheck::checkFound() {
  for (auto [number, slots] : llvm::enumerate(scales.slots)) {
    if (!slots.found)
      continue;
    Operation *op = slots.found.getDefiningOp();
    if (!op)
      op = slots.found.getParentBlock()->getParentOp();
    std::string what = "found_inf of group '" +
                       scales.marks.groups[number].getValue().str() + "'";
    if (failed(checkGroup(slots.found, number, op, what)))
      return failure();
    if (verdicts.of(slots.found).saysFinite)
      return op->emitError()
             << "breaks \"a flag tests each element of its gradients\": "
             << what << " is inverted";
  }
  return success();
}

/// Pairs values in the order of the mark, in which a flag tests them.
LogicalResult GuardCheck::pairUnusedGradients() {
  for (auto [group, slots] : llvm::enumerate(scales.slots)) {
    if (!slots.found)
      continue;
    SmallVector<Value> tested;
    const Verdict &verdict = verdicts.of(slots.found);
    for (const Verdict::Tested &one : verdict.tested)
      if (!pairs.gradients.contains(one.value))
        tested.push_back(one.value);
    llvm::stable_sort(tested, [](Value a, Value b) {
      Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
      if (x && x == y)
        return cast<OpResult>(a).getResultNumber() <
               cast<OpResult>(b).getResultNumber();
      return x && y && x->getBlock() == y->getBlock() && x->isBeforeInBlock(y);
    });
    for (auto [mark, of] : llvm::enumerate(scales.marks.gradients))
      for (unsigned i = 0; of.group == group && i < of.op->getNumResults();
           ++i) {
        if (pairs.representatives.contains({unsigned(mark), i}))
          continue;
        Type type = of.op->getResult(i).getType();
        auto value =
            llvm::find_if(tested, [&](Value v) { return v.getType() == type; });
        if (value == tested.end())
          continue;
        Value found = *value;
        tested.erase(value);
        if (failed(pairs.pairGradient(mark, i, found)))
          return failure();
      }
  }
  return success();
}

/// Returns an unscaled value of the backward pass that `guard.updated` depends
/// on, that has no mark, and that the flag does not test: a mask may hide its
/// overflow from the gradients. Null if there is none, or if the guard is in
/// control flow.
Value GuardCheck::findUntested(const Guard &guard, unsigned group) {
  Block *block = guard.op->getBlock();
  if (!isa<FunctionOpInterface>(block->getParentOp()))
    return {};
  TestedValues values(verdicts.of(guard.flag));
  SmallVector<Value> work = {guard.updated};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != block || !seen.insert(value).second ||
        pairs.gradients.contains(value))
      continue;
    auto scaling = pairs.scalings.find(op);
    if (scaling == pairs.scalings.end() || scaling->second.sign >= 0)
      llvm::append_range(work, op->getOperands());
    else if (scaling->second.group == group && !values.find(value))
      return value;
  }
  return {};
}

LogicalResult GuardCheck::checkGuards(FunctionOpInterface function,
                                      std::shared_ptr<RegionGraphs> graphs) {
  if (pairs.guarded.empty())
    return success();
  ReachAnalysis analysis{pairs};
  Dataflow<ReachAnalysis> flow(std::move(graphs), analysis);
  SmallVector<uint64_t> none(function.getNumArguments(), 0);
  const auto &solution = flow.solve(function, none);
  for (const GuardedState &held : pairs.guarded) {
    uint64_t bits = flow.factOf(solution, held.guard.updated) |
                    analysis.own(held.guard.updated);
    StringAttr group =
        held.state.mark
            ? StateOp(held.state.mark).getGroupAttr()
            : scales.marks.groups[scales.marks.gradients.front().group];
    SmallVector<unsigned> marks, own;
    for (auto [number, mark] : llvm::enumerate(scales.marks.gradients)) {
      if (bits & Marks::bitOf(number))
        marks.push_back(number);
      if (scales.marks.groups[mark.group] == group)
        own.push_back(number);
    }
    if (marks.empty())
      marks = own;
    if (marks.empty())
      marks = llvm::to_vector(
          llvm::seq<unsigned>(0, scales.marks.gradients.size()));
    bool isSelect = !isa<GuardOp>(held.guard.op);
    if (failed(check(held.guard.flag, marks, held.guard.op,
                     "the flag that guards " + held.state.describe(),
                     /*mayBeNegated=*/isSelect)))
      return failure();
    unsigned number =
        llvm::find(scales.marks.groups, group) - scales.marks.groups.begin();
    if (Value value = findUntested(held.guard, number)) {
      InFlightDiagnostic error = held.guard.op->emitError();
      error
          << "breaks \"a flag tests each element of its gradients\": the flag "
             "that guards "
          << held.state.describe() << " does not test what it is computed from";
      error.attachNote(value.getLoc()) << "unscaled here";
      return error;
    }
  }
  return success();
}
