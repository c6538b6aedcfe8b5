// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %m1 = …;  %w1 = f(%m1);  guard %found, (%m1, %w1) else (%m0, %w0)
//   ==>   %m = select %found, %m0, %m1;  %w = select %found, %w0, f(%m)
//
// Ops that only compute states of the same guard may use the guarded state
// instead of the new one: without overflow both are equal, and with overflow
// the results of these ops are not selected. So each state is written once, as
// in the step without guard. If a state is a gradient, its finiteness test uses
// the new value, before the guard.
#include "lib/Lowering/GuardStates.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
class Guarding {
public:
  explicit Guarding(GuardOp guard);
  Value select(unsigned state);

private:
  bool isNewState(OpOperand &use);
  /// Returns the op of the guard's block that contains the use.
  Operation *userOf(OpOperand &use) {
    return guard->getBlock()->findAncestorOpInBlock(*use.getOwner());
  }
  bool isHere(Value value, Operation *before);
  Operation *earliest(unsigned state);

  GuardOp guard;
  DenseSet<Operation *> onlyMakesStates;
};
} // namespace

bool Guarding::isNewState(OpOperand &use) {
  return use.getOwner() == guard &&
         use.getOperandNumber() - 1 < guard.getUpdated().size();
}

Guarding::Guarding(GuardOp guard) : guard(guard) {
  auto block = guard->getBlock()->begin();
  for (auto op = guard->getIterator(); op != block;) {
    --op;
    bool only = !op->use_empty() && isMemoryEffectFree(&*op);
    for (OpOperand &use : op->getUses())
      only = only && (isNewState(use) || onlyMakesStates.contains(userOf(use)));
    if (only)
      onlyMakesStates.insert(&*op);
  }
}

/// Returns true if the value is available right before an op of the guard's
/// block.
bool Guarding::isHere(Value value, Operation *before) {
  Operation *made = value.getDefiningOp();
  return !made || made->getBlock() != guard->getBlock() ||
         made->isBeforeInBlock(before);
}

/// Returns the first position at which the state can be selected: after its new
/// value and the flag.
Operation *Guarding::earliest(unsigned state) {
  Operation *place = nullptr;
  for (Value needed : {guard.getUpdated()[state], Value(guard.getFoundInf())}) {
    Operation *made = needed.getDefiningOp();
    if (!made || made->getBlock() != guard->getBlock())
      continue;
    Operation *next = made->getNextNode();
    if (!place || place->isBeforeInBlock(next))
      place = next;
  }
  return place && isHere(guard.getPrevious()[state], place) ? place : guard;
}

Value Guarding::select(unsigned state) {
  Value next = guard.getUpdated()[state], old = guard.getPrevious()[state];
  Operation *place = earliest(state);
  bool isTested = llvm::any_of(next.getUsers(), [](Operation *user) {
    return isHlo(user, OpKind::is_finite);
  });
  SmallVector<OpOperand *> readers;
  for (OpOperand &use : next.getUses())
    if (Operation *user = userOf(use); user && user != guard && !isTested &&
                                       onlyMakesStates.contains(user) &&
                                       !user->isBeforeInBlock(place))
      readers.push_back(&use);
  OpBuilder builder(readers.empty() ? guard : place);
  Value guarded = GraphBuilder(builder, guard.getLoc())
                      .select(guard.getFoundInf(), old, next);
  for (OpOperand *reader : readers)
    reader->set(guarded);
  return guarded;
}

SmallVector<Value> amp::lowering::buildGuard(GuardOp guard) {
  Guarding guarding(guard);
  SmallVector<Value> results;
  for (unsigned i = 0, e = guard.getUpdated().size(); i < e; ++i)
    results.push_back(guarding.select(i));
  return results;
}
