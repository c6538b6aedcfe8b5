// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two programs are walked side by side, from their results to their arguments.
// What only one of them has, because it scales or is marked, is seen through;
// so are calls that only one of them has. All else has to be the same.
#include "lib/Scaling/CheckScaling.h"
#include "amp/ScalingPasses.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "dialects/amp/IR/AmpTraining.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKSCALING
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// A call that was entered, and the one around it.
struct Frame {
  Operation *call;
  const Frame *outer;
};

/// A value in a program, as seen from the calls that lead there.
struct Seen {
  Value value;
  const Frame *frame = nullptr;
};

struct Pair {
  Seen marked, scaled;
  bool leaves; ///< the step, so that a state has to be guarded
};

class Comparison {
public:
  Comparison(ModuleOp marked, ModuleOp scaled)
      : markedSymbols(marked), scaledSymbols(scaled) {}

  LogicalResult compare(FunctionOpInterface marked, FunctionOpInterface scaled);

private:
  void push(Value marked, const Frame *markedFrame, Value scaled,
            const Frame *scaledFrame, bool leaves = false);
  LogicalResult step(Pair pair);
  LogicalResult compareResults(OpResult marked, const Frame *markedFrame,
                               OpResult scaled, const Frame *scaledFrame,
                               bool leaves);
  LogicalResult compareArguments(Pair pair);
  LogicalResult seeState(Pair &pair, StateOp state);
  LogicalResult seeBoth(Pair &pair);
  bool seeThrough(Seen &seen);
  bool enter(Seen &seen, SymbolTable &symbols);
  bool areSame(Operation *markedCall, Operation *scaledCall);
  LogicalResult differ(Value marked, Value scaled);

  SymbolTable markedSymbols, scaledSymbols;
  SmallVector<Pair> work;
  llvm::DenseMap<std::pair<Value, const Frame *>,
                 std::pair<Value, const Frame *>>
      known;
  llvm::DenseMap<std::pair<Operation *, const Frame *>, const Frame *> frames;
  std::vector<std::unique_ptr<Frame>> storage;
  llvm::DenseMap<StringAttr, bool> sameFunctions;
};
} // namespace

LogicalResult Comparison::differ(Value marked, Value scaled) {
  Operation *op = scaled.getDefiningOp();
  if (!op)
    op = scaled.getParentBlock()->getParentOp();
  InFlightDiagnostic error = op->emitError();
  error << "breaks \"without its scaling a step is what it was\": '"
        << op->getName() << "' has another counterpart";
  error.attachNote(marked.getLoc()) << "this one";
  return error;
}

void Comparison::push(Value marked, const Frame *markedFrame, Value scaled,
                      const Frame *scaledFrame, bool leaves) {
  auto [found, isNew] = known.try_emplace(std::make_pair(marked, markedFrame),
                                          std::make_pair(scaled, scaledFrame));
  bool isSame = found->second == std::make_pair(scaled, scaledFrame);
  if (isNew || !isSame || leaves)
    work.push_back({{marked, markedFrame}, {scaled, scaledFrame}, leaves});
  found->second = {scaled, scaledFrame};
}

//===----------------------------------------------------------------------===//
// What is seen through
//===----------------------------------------------------------------------===//

/// Marks, and what scales, hand on an operand each.
bool Comparison::seeThrough(Seen &seen) {
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
bool Comparison::enter(Seen &seen, SymbolTable &symbols) {
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
    name = dyn_cast<FlatSymbolRefAttr>(
        dyn_cast<SymbolRefAttr>(call.getCallableForCallee()));
  else
    name = op->getAttrOfType<FlatSymbolRefAttr>("decomposition");
  auto callee = name ? symbols.lookup<FunctionOpInterface>(name.getAttr())
                     : FunctionOpInterface();
  if (!callee || !callee.getFunctionBody().hasOneBlock())
    return false;
  const Frame *&frame = frames[{op, seen.frame}];
  if (!frame) {
    storage.push_back(std::make_unique<Frame>(Frame{op, seen.frame}));
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
static StateOp findGuarded(const Pair &pair) {
  auto result = dyn_cast<OpResult>(pair.marked.value);
  auto state = result ? dyn_cast<StateOp>(result.getOwner()) : nullptr;
  bool isHeld = state && !state.alwaysAdvances(result.getResultNumber());
  return pair.leaves && isHeld ? state : nullptr;
}

/// A state that leaves has to be guarded with its old value.
LogicalResult Comparison::seeState(Pair &pair, StateOp state) {
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

//===----------------------------------------------------------------------===//
// What has to be the same
//===----------------------------------------------------------------------===//

static bool yieldsPerResult(Operation *op) {
  Operation *end = op->getNumRegions() && op->getRegion(0).hasOneBlock()
                       ? &op->getRegion(op->getNumRegions() - 1).front().back()
                       : nullptr;
  return end && end->getNumOperands() == op->getNumResults() &&
         (op->getNumOperands() == op->getRegion(0).getNumArguments() ||
          op->getRegion(0).getNumArguments() == 0);
}

/// Attributes but those that list what is threaded through.
static bool haveSameAttributes(Operation *a, Operation *b) {
  auto strip = [](Operation *op) {
    NamedAttrList attributes(op->getAttrDictionary());
    if (yieldsPerResult(op)) {
      attributes.erase("in_shardings");
      attributes.erase("out_shardings");
    }
    return attributes.getDictionary(op->getContext());
  };
  if (a->getAttrDictionary() == b->getAttrDictionary())
    return true;
  return strip(a) == strip(b);
}

/// Control flow: the same result of each region; all that decides, too.
LogicalResult Comparison::compareResults(OpResult marked,
                                         const Frame *markedFrame,
                                         OpResult scaled,
                                         const Frame *scaledFrame,
                                         bool leaves) {
  Operation *a = marked.getOwner(), *b = scaled.getOwner();
  unsigned number = marked.getResultNumber();
  if (a->getName() != b->getName() || number != scaled.getResultNumber() ||
      a->getNumRegions() != b->getNumRegions() || !haveSameAttributes(a, b))
    return differ(marked, scaled);
  if (!yieldsPerResult(a) || !yieldsPerResult(b)) {
    if (a->getNumOperands() != b->getNumOperands())
      return differ(marked, scaled);
    for (auto [left, right] : llvm::zip(a->getRegions(), b->getRegions()))
      if (!OperationEquivalence::isRegionEquivalentTo(
              &left, &right, OperationEquivalence::IgnoreLocations))
        return differ(marked, scaled);
    for (auto [left, right] : llvm::zip(a->getOperands(), b->getOperands()))
      push(left, markedFrame, right, scaledFrame);
    return success();
  }
  bool takesAll = a->getRegion(0).getNumArguments() != 0;
  if (!takesAll) // a condition
    for (auto [left, right] : llvm::zip(a->getOperands(), b->getOperands()))
      push(left, markedFrame, right, scaledFrame);
  bool isLoop = takesAll && a->getNumRegions() == 2;
  for (auto [left, right] : llvm::zip(a->getRegions(), b->getRegions())) {
    Operation *leftEnd = &left.front().back();
    Operation *rightEnd = &right.front().back();
    bool isCondition = isLoop && left.getRegionNumber() == 0;
    unsigned yielded = isCondition ? 0 : number;
    push(leftEnd->getOperand(yielded), markedFrame,
         rightEnd->getOperand(yielded), scaledFrame, leaves && !isCondition);
  }
  if (isLoop)
    push(a->getOperand(number), markedFrame, b->getOperand(number),
         scaledFrame);
  return success();
}

LogicalResult Comparison::compareArguments(Pair pair) {
  auto marked = cast<BlockArgument>(pair.marked.value);
  auto scaled = dyn_cast<BlockArgument>(pair.scaled.value);
  if (!scaled || marked.getArgNumber() != scaled.getArgNumber())
    return differ(pair.marked.value, pair.scaled.value);
  Operation *a = marked.getOwner()->getParentOp();
  Operation *b = scaled.getOwner()->getParentOp();
  if (a->getName() != b->getName())
    return differ(pair.marked.value, pair.scaled.value);
  if (isa<FunctionOpInterface>(a))
    return success();
  unsigned number = marked.getArgNumber();
  if (a->getNumRegions() == 2) // a loop: the value that it carries
    push(a->getResult(number), pair.marked.frame, b->getResult(number),
         pair.scaled.frame);
  else
    push(a->getOperand(number), pair.marked.frame, b->getOperand(number),
         pair.scaled.frame);
  return success();
}

/// Both, until nothing can be seen through. The marked one goes first: whether
/// it is a state says what the other has to be.
LogicalResult Comparison::seeBoth(Pair &pair) {
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

LogicalResult Comparison::step(Pair pair) {
  if (failed(seeBoth(pair)))
    return failure();
  auto marked = dyn_cast<OpResult>(pair.marked.value);
  auto scaled = dyn_cast<OpResult>(pair.scaled.value);
  if (!marked)
    return compareArguments(pair);
  if (!scaled)
    return differ(pair.marked.value, pair.scaled.value);
  return compareResults(marked, pair.marked.frame, scaled, pair.scaled.frame,
                        pair.leaves);
}

LogicalResult Comparison::compare(FunctionOpInterface marked,
                                  FunctionOpInterface scaled) {
  Operation *a = marked.getFunctionBody().front().getTerminator();
  Operation *b = scaled.getFunctionBody().front().getTerminator();
  if (b->getNumOperands() < a->getNumOperands())
    return scaled.emitError()
           << "breaks \"results are only appended\": expects "
           << a->getNumOperands() << " results at least, but got "
           << b->getNumOperands();
  for (unsigned i = 0; i < a->getNumOperands(); ++i)
    push(a->getOperand(i), nullptr, b->getOperand(i), nullptr,
         /*leaves=*/true);
  while (!work.empty())
    if (failed(step(work.pop_back_val())))
      return failure();
  return success();
}

LogicalResult amp::checkScaling(ModuleOp marked, ModuleOp scaled) {
  for (auto function : marked.getOps<FunctionOpInterface>()) {
    if (!function.isPublic() || !function.getFunctionBody().hasOneBlock())
      continue;
    auto now = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
        scaled, function.getNameAttr());
    if (!now || !now.getFunctionBody().hasOneBlock())
      return scaled.emitError() << "breaks \"symbols stay\": '"
                                << function.getName() << "' is gone";
    if (failed(Comparison(marked, scaled).compare(function, now)))
      return failure();
  }
  return success();
}

namespace {
struct CheckScaling : amp::impl::CheckScalingBase<CheckScaling> {
  using Base::Base;

  void runOnOperation() override {
    OwningOpRef<ModuleOp> marked =
        parseSourceFile<ModuleOp>(input, &getContext());
    if (!marked || failed(checkScaling(*marked, getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
