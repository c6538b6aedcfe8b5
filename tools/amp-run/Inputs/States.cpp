// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Inputs/States.h"
#include "lib/Graph/Calls.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using llvm::ArrayRef;

namespace {
/// Value in a callee, with the calls from the entry to the callee.
struct Place {
  Value value;
  llvm::SmallVector<func::CallOp> calls;
};

class StateFinder {
public:
  explicit StateFinder(func::FuncOp entry) : entry(entry) {}
  FailureOr<States> find();

private:
  func::FuncOp calleeOf(func::CallOp call) {
    return symbols.lookupNearestSymbolFrom<func::FuncOp>(call,
                                                         call.getCalleeAttr());
  }
  Place enterCalls(Value value);
  Value leaveCalls(Place place);
  LogicalResult pairByMark(unsigned result);
  LogicalResult checkMarks();
  LogicalResult pairByAttribute();
  LogicalResult pairByAliasing();
  LogicalResult add(Operation *where, unsigned result, unsigned argument);

  func::FuncOp entry;
  SymbolTableCollection symbols;
  States states;
  llvm::DenseMap<unsigned, unsigned> resultOf; // argument
  llvm::DenseSet<Value> leaving;               // returned results of marks
};
} // namespace

/// Returns `state [0]['w']`, the name in the mark's list of names.
static std::string nameOf(Operation *mark, unsigned result) {
  auto attributes = mark->getAttrOfType<DictionaryAttr>("composite_attributes");
  auto names = attributes ? attributes.getAs<ArrayAttr>("names") : nullptr;
  auto name = names && result < names.size()
                  ? dyn_cast<StringAttr>(names[result])
                  : nullptr;
  return name ? "state " + name.str() : "state " + std::to_string(result);
}

/// Follows results of calls to the values that the callees return.
Place StateFinder::enterCalls(Value value) {
  Place place{value, {}};
  while (auto call = place.value.getDefiningOp<func::CallOp>()) {
    func::FuncOp callee = calleeOf(call);
    if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock() ||
        llvm::is_contained(place.calls, call))
      break;
    unsigned result = cast<OpResult>(place.value).getResultNumber();
    place.value = callee.getBody().front().getTerminator()->getOperand(result);
    place.calls.push_back(call);
  }
  return place;
}

/// Follows function arguments to the operands of their calls.
Value StateFinder::leaveCalls(Place place) {
  while (!place.calls.empty()) {
    auto argument = dyn_cast<BlockArgument>(place.value);
    if (!argument || !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
      break;
    place.value =
        place.calls.pop_back_val().getOperand(argument.getArgNumber());
  }
  return place.value;
}

LogicalResult StateFinder::add(Operation *where, unsigned result,
                               unsigned argument) {
  if (result >= entry.getNumResults())
    return where->emitError() << "expects one of " << entry.getNumResults()
                              << " results, but got " << result;
  Type from = entry.getResultTypes()[result];
  Type to = entry.getArgumentTypes()[argument];
  if (from != to)
    return where->emitError()
           << "cannot feed result " << result << " back: it is " << from
           << ", but argument " << argument << " is " << to;
  auto [known, isNew] = resultOf.try_emplace(argument, result);
  for (auto [i, pair] : llvm::enumerate(states.pairs))
    if (pair.result == result && pair.argument != argument)
      return where->emitError()
             << "cannot feed result " << result << " back to arguments "
             << pair.argument << " and " << argument;
  if (!isNew && known->second != result)
    return where->emitError()
           << "cannot feed results " << known->second << " and " << result
           << " back to argument " << argument;
  if (isNew)
    states.pairs.push_back({result, argument});
  return success();
}

LogicalResult StateFinder::pairByMark(unsigned result) {
  Operation *end = entry.getBody().front().getTerminator();
  Place place = enterCalls(end->getOperand(result));
  Operation *mark = place.value.getDefiningOp();
  StringRef kind = mark ? findMark(mark) : StringRef();
  if (kind == "amp.loss" && !states.loss)
    states.loss = result;
  if (kind != "amp.state")
    return success();
  leaving.insert(place.value);
  unsigned number = cast<OpResult>(place.value).getResultNumber();
  if (mark->getNumOperands() != 2 * mark->getNumResults())
    return mark->emitError()
           << "expects an old value for each of " << mark->getNumResults()
           << " states, but got " << mark->getNumOperands() << " operands";
  place.value = mark->getOperand(mark->getNumResults() + number);
  auto old = dyn_cast<BlockArgument>(leaveCalls(place));
  if (!old || old.getOwner() != &entry.getBody().front())
    return mark->emitError() << "cannot feed " << nameOf(mark, number)
                             << " back: its old value is no argument of '"
                             << entry.getName() << "'";
  return add(mark, result, old.getArgNumber());
}

/// Verifies that the entry returns all states of its marks.
LogicalResult StateFinder::checkMarks() {
  auto result = entry.walk([&](Operation *mark) {
    if (findMark(mark) != "amp.state")
      return WalkResult::advance();
    for (OpResult state : mark->getResults())
      if (!leaving.contains(state)) {
        mark->emitError() << "cannot feed "
                          << nameOf(mark, state.getResultNumber())
                          << " back: it is no result of '" << entry.getName()
                          << "'";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult StateFinder::pairByAttribute() {
  constexpr StringLiteral name = "amp.state";
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    Attribute state = entry.getArgAttr(i, name);
    if (!state)
      continue;
    bool isPaired = false;
    for (unsigned result = 0; result < entry.getNumResults(); ++result)
      if (entry.getResultAttr(result, name) == state) {
        isPaired = true;
        if (failed(add(entry, result, i)))
          return failure();
      }
    if (!isPaired)
      return entry.emitError()
             << "cannot feed a state back: argument " << i << " has " << name
             << " = " << state << ", but no result has";
  }
  return success();
}

LogicalResult StateFinder::pairByAliasing() {
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    if (auto result =
            entry.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output"))
      if (failed(add(entry, result.getValue().getLimitedValue(~0u), i)))
        return failure();
  states.isByAliasing = !states.pairs.empty();
  return success();
}

FailureOr<States> StateFinder::find() {
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    if (failed(pairByMark(i)))
      return failure();
  if (failed(checkMarks()) || failed(pairByAttribute()))
    return failure();
  if (states.pairs.empty() && failed(pairByAliasing()))
    return failure();
  return states;
}

FailureOr<States> amp::runner::findStates(func::FuncOp entry) {
  return StateFinder(entry).find();
}
