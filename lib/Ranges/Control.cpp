// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while %i = 0: %i + 1   ==>   %i in [0, 1], [0, 2], [0, 3], then without end
#include "lib/OpModel/Kinds.h"
#include "lib/Ranges/Patterns.h"
#include "lib/Ranges/RangeWalker.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

/// After so many iterations of the walk, ranges that grow have no end; after
/// more, declared ranges do not matter.
static constexpr unsigned exactTurns = 3, mostTurns = 6;

/// The range of all that a joint is set from, as far as it has been walked.
std::optional<Range> RangeWalker::joined(const Joint &joint) const {
  std::optional<Range> all;
  for (OpOperand *input : joint.inputs)
    if (isKnown(input->get()))
      all = all ? hull(*all, of(input->get())) : of(input->get());
  return all;
}

static bool isWithin(const Range &a, const Range &b) {
  return a.lo >= b.lo && a.hi <= b.hi && a.least >= b.least &&
         a.isInteger >= b.isInteger && a.isConstant >= b.isConstant &&
         a.isRecorded >= b.isRecorded && a.isCounted <= b.isCounted &&
         a.isDeclared <= b.isDeclared && a.isGuarded <= b.isGuarded;
}

/// Returns whether the value may be more than before.
bool RangeWalker::join(Value value, const Range &range, unsigned turn) {
  if (!isKnown(value)) {
    set(value, range);
    return isKnown(value);
  }
  Range old = of(value);
  // `old` has that form: without it, the nearness to zero of what loops count
  // would differ in each iteration.
  Range all = hull(old, fitted(range, formatOf(value.getType())));
  if (isWithin(all, old)) {
    set(value, all);
    return false;
  }
  if (turn >= exactTurns) {
    all.lo = all.lo < old.lo ? -Range::infinity : all.lo;
    all.hi = all.hi > old.hi ? Range::infinity : all.hi;
    all.least = all.least < old.least ? 0.0 : all.least;
  }
  if (turn >= mostTurns) {
    all.lo = -Range::infinity;
    all.hi = Range::infinity;
    all.least = 0;
    all.isInteger = all.isConstant = all.isRecorded = false;
  }
  set(value, all);
  return !isWithin(of(value), old);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

void RangeWalker::walkBranches(Operation *op, ArrayRef<Joint> joints) {
  auto setAll = [&] {
    for (const Joint &joint : joints)
      for (Value value : joint.values)
        set(value, joined(joint).value_or(Range()));
  };
  setAll(); // arguments
  for (Region &region : op->getRegions())
    walkRegion(region);
  setAll(); // results
}

/// The induction variable of a loop that counts up to a bound.
void RangeWalker::setInduction(Operation *op) {
  if (kindOf(op) != OpKind::for_ || op->hasAttr("unsignedCmp") ||
      op->getRegion(0).empty())
    return;
  const Range &first = of(op->getOperand(0)), &end = of(op->getOperand(1));
  Range range = attained(first.lo, std::max<double>(first.hi, end.hi - 1));
  range.isInteger = range.isCounted = true;
  range.isDeclared = first.isDeclared || end.isDeclared;
  set(op->getRegion(0).getArgument(0), range);
}

/// The regions are walked at least once: values from outside may have grown.
void RangeWalker::walkLoop(Operation *op, ArrayRef<Joint> joints) {
  unsigned turns = turnsOf.lookup(op);
  std::optional<double> count = countTurns(op);
  setInduction(op);
  for (bool isFirst = true;; isFirst = false) {
    bool grew = false;
    for (const Joint &joint : joints) {
      std::optional<Range> range = joined(joint);
      if (!range)
        continue;
      bool isCounted = false;
      if (count && turns > 0)
        if (std::optional<Range> counted = countedRange(op, joint, *count)) {
          range = counted;
          isCounted = true;
        }
      for (Value value : joint.values)
        grew |= join(value, *range, isCounted && turns < mostTurns ? 0 : turns);
    }
    if (!grew && !isFirst)
      break;
    turns += grew;
    for (Region &region : op->getRegions())
      walkRegion(region);
  }
  turnsOf[op] = turns;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whatever `op` does with the functions that it names, it is not a call.
void RangeWalker::openFunctions(Operation *op) {
  for (Operation *function : graph.mentionsOf(op))
    functions[function].isOpen = true;
}

void RangeWalker::walkFunction(Function &function) {
  if (function.op.isExternal())
    return;
  function.isRunning = true;
  do {
    function.wasWalkedOpen = function.isOpen;
    if (function.isOpen)
      for (unsigned i = 0; i < function.op.getNumArguments(); ++i)
        set(function.op.getArgument(i), asStated(function, i, {}));
    ++function.walks;
    walkRegion(function.op.getFunctionBody());
  } while (function.isOpen && !function.wasWalkedOpen); // it calls itself
  function.isRunning = false;
}

void RangeWalker::walkCall(Operation *call, Function &callee) {
  FunctionOpInterface function = callee.op;
  if (function.isExternal() || callee.isRunning ||
      call->getNumOperands() != function.getNumArguments()) {
    callee.isOpen = true;
    return setUnknown(call->getResults());
  }
  bool grew = callee.walks == 0;
  for (auto [i, operand] : llvm::enumerate(call->getOperands()))
    if (!callee.isOpen)
      grew |= join(function.getArgument(i), asStated(callee, i, of(operand)),
                   callee.walks);
  if (grew)
    walkFunction(callee);
  ArrayRef<Joint> returned =
      graph.jointsOf(function).drop_front(function.getNumArguments());
  for (auto [result, joint] : llvm::zip(call->getResults(), returned))
    set(result, joined(joint).value_or(Range()));
}

void RangeWalker::walkModule() {
  for (Operation &op : *graph.getModule().getBody())
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      functions[function] = {function, 0, false, !function.isPrivate(), false};
  for (Operation &op : *graph.getModule().getBody())
    if (!functions.contains(&op))
      walkOp(&op);
  for (auto &[op, function] : functions)
    if (function.isOpen && !function.wasWalkedOpen)
      walkFunction(function);
  // Those that nobody calls, or that something else than a call names.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &[op, function] : functions) {
      if (function.op.isExternal() || function.wasWalkedOpen ||
          (function.walks && !function.isOpen))
        continue;
      function.isOpen = changed = true;
      walkFunction(function);
    }
  }
}
