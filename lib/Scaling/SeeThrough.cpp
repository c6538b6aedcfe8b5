// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What only one of two programs has: marks, what scales, calls.
#include "dialects/amp/IR/AmpTraining.h"
#include "lib/Scaling/Comparison.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

/// Marks, and what scales, hand on an operand each.
bool Comparison::seeThrough(SeenValue &seen) {
  auto result = dyn_cast<OpResult>(seen.value);
  if (!result)
    return false;
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto guard = dyn_cast<GuardOp>(op))
    seen.value = guard.getUpdated()[number];
  else if (isa<LossOp, SeedOp, GradientsOp, StateOp, ScaleOp>(op) ||
           (isa<UnscaleOp>(op) && number < op->getNumResults() - 1))
    seen.value = op->getOperand(number);
  else
    return false;
  return true;
}

/// From the result of a call to what its function returns; from an argument of
/// it to what is passed.
bool Comparison::enter(SeenValue &seen, SymbolTable &symbols) {
  if (auto argument = dyn_cast<BlockArgument>(seen.value)) {
    if (!seen.frame ||
        !isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return false;
    seen.value = seen.frame->call->getOperand(argument.getArgNumber());
    seen.frame = seen.frame->outer;
    return true;
  }
  auto result = cast<OpResult>(seen.value);
  Operation *op = result.getOwner();
  FlatSymbolRefAttr name;
  if (auto call = dyn_cast<CallOpInterface>(op))
    name = dyn_cast_if_present<FlatSymbolRefAttr>(
        dyn_cast<SymbolRefAttr>(call.getCallableForCallee()));
  else
    name = op->getAttrOfType<FlatSymbolRefAttr>("decomposition");
  auto callee = name ? symbols.lookup<FunctionOpInterface>(name.getAttr())
                     : FunctionOpInterface();
  if (!callee || !callee.getFunctionBody().hasOneBlock())
    return false;
  const CallFrame *&frame = frames[{op, seen.frame}];
  if (!frame) {
    storage.push_back(std::make_unique<CallFrame>(CallFrame{op, seen.frame}));
    frame = storage.back().get();
  }
  seen.frame = frame;
  seen.value = callee.getFunctionBody().front().back().getOperand(
      result.getResultNumber());
  return true;
}

/// Calls of one function that is the same in both programs.
bool Comparison::areSame(Operation *markedCall, Operation *scaledCall) {
  if (markedCall->getName() != scaledCall->getName() ||
      markedCall->getAttrDictionary() != scaledCall->getAttrDictionary())
    return false;
  bool same = true;
  markedCall->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
    StringAttr name = symbol.getRootReference();
    auto [found, isNew] = sameFunctions.try_emplace(name, true);
    if (isNew) {
      Operation *a = markedSymbols.lookup(name);
      Operation *b = scaledSymbols.lookup(name);
      bool isMarked = false;
      if (a)
        a->walk([&](Operation *op) {
          isMarked |= isa<LossOp, SeedOp, GradientsOp, StateOp>(op);
        });
      sameFunctions[name] = a && b && !isMarked &&
                            OperationEquivalence::isEquivalentTo(
                                a, b, OperationEquivalence::IgnoreLocations);
    }
    same &= sameFunctions[name];
  });
  return same;
}

/// The state that is to be guarded where this value leaves; null if it is none.
static StateOp findGuarded(const ComparedPair &pair) {
  auto result = dyn_cast<OpResult>(pair.marked.value);
  auto state = result ? dyn_cast<StateOp>(result.getOwner()) : nullptr;
  bool isHeld = state && !state.alwaysAdvances(result.getResultNumber());
  return pair.leaves && isHeld ? state : nullptr;
}

/// A state that leaves has to be guarded with its old value.
LogicalResult Comparison::seeState(ComparedPair &pair, StateOp state) {
  unsigned number = cast<OpResult>(pair.marked.value).getResultNumber();
  while (!pair.scaled.value.getDefiningOp<GuardOp>())
    if (!seeThrough(pair.scaled) && !enter(pair.scaled, scaledSymbols)) {
      InFlightDiagnostic error = state.emitError();
      error << "breaks \"every state that is returned is guarded\": "
            << state.describe(number) << " is not";
      error.attachNote(pair.scaled.value.getLoc()) << "what is returned";
      return error;
    }
  auto guarded = cast<OpResult>(pair.scaled.value);
  auto guard = cast<GuardOp>(guarded.getOwner());
  push(state.getOld()[number], pair.marked.frame,
       guard.getPrevious()[guarded.getResultNumber()], pair.scaled.frame);
  pair.leaves = false;
  return success();
}

/// Both, until nothing can be seen through. The marked one goes first: whether
/// it is a state says what the other has to be.
LogicalResult Comparison::seeBoth(ComparedPair &pair) {
  for (;;) {
    Operation *left = pair.marked.value.getDefiningOp();
    Operation *right = pair.scaled.value.getDefiningOp();
    if (left && right &&
        (isa<CallOpInterface>(left) || left->hasAttr("decomposition")) &&
        areSame(left, right))
      return success();
    if (StateOp state = findGuarded(pair)) {
      if (failed(seeState(pair, state)))
        return failure();
    } else if (!seeThrough(pair.marked) && !enter(pair.marked, markedSymbols) &&
               !seeThrough(pair.scaled) && !enter(pair.scaled, scaledSymbols)) {
      return success();
    }
  }
}
