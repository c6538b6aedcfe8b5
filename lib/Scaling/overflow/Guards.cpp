// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A state becomes new unless one of its gradients is infinite or NaN; a state
// that no gradient reaches, unless any of its group is.
#include "lib/Scaling/StepScaler.h"
#include "lib/Scaling/states/Native.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

uint64_t StepScaler::decidingMarks(StateOp mark, unsigned state) {
  uint64_t reaching =
      degrees.of(mark.getValues()[state]).marks & (Step::bitOf(0u) - 1);
  if (reaching)
    return reaching;
  uint64_t own = 0, all = 0;
  for (GradientsOp gradients : step.gradients) {
    all |= step.bitOf(gradients);
    if (gradients.getGroupAttr() == mark.getGroupAttr())
      own |= step.bitOf(gradients);
  }
  return own ? own : all;
}

/// Returns the last definition of `flags` in `block`: behind it all are known.
static Operation *findLast(Block *block, ArrayRef<Value> flags) {
  Operation *last = nullptr;
  for (Value flag : flags)
    if (Operation *op = flag.getDefiningOp();
        op && op->getBlock() == block && (!last || last->isBeforeInBlock(op)))
      last = op;
  return last;
}

LogicalResult StepScaler::guardSome(StateOp mark, uint64_t marks,
                                    ArrayRef<unsigned> states,
                                    Operation *&behind) {
  Block *block = mark->getBlock();
  SmallVector<unsigned> numbers;
  for (auto [number, gradients] : llvm::enumerate(step.gradients))
    if (marks & step.bitOf(gradients))
      numbers.push_back(number);
  for (unsigned number : numbers) // first all that makes control flow anew
    flagIn(number, commonBlock(step.gradients[number]->getBlock(), block));
  SmallVector<Value> flags;
  for (unsigned number : numbers) {
    Block *common = commonBlock(step.gradients[number]->getBlock(), block);
    Value flag = flagIn(number, common).get();
    Operation *ancestor = common->findAncestorOpInBlock(*mark);
    Operation *maker = flag.getDefiningOp();
    if (common != block && maker && ancestor->isBeforeInBlock(maker)) {
      InFlightDiagnostic error = mark.emitError();
      error << "expects " << mark.describe(states.front())
            << " to be marked behind the gradients that decide about it";
      error.attachNote(step.gradients[number]->getLoc()) << "gradients";
      return error;
    }
    flags.push_back(threads.into(flag, common, block));
  }
  Operation *last = findLast(block, flags);
  if (!last || last->isBeforeInBlock(behind))
    last = behind;
  OpBuilder builder(mark->getContext());
  builder.setInsertionPointAfter(last);
  SmallVector<Value> updated, previous;
  for (unsigned state : states) {
    updated.push_back(mark->getResult(state));
    previous.push_back(mark.getOld()[state]);
  }
  Value flag = native::either(builder, mark.getLoc(), flags);
  auto guarded =
      GuardOp::create(builder, mark.getLoc(), flag, updated, previous);
  // Users of a state in front of the flag read the new value.
  for (auto [from, to] : llvm::zip_equal(updated, guarded.getGuarded()))
    from.replaceUsesWithIf(to, [&](OpOperand &use) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      return user != guarded && guarded->isBeforeInBlock(user);
    });
  behind = guarded;
  counts.states += states.size();
  return success();
}

/// Returns whether stablehlo.select chooses between values of this type.
static bool isSelectable(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && !tensor.getElementType().isIndex();
}

LogicalResult StepScaler::guard(StateOp mark) {
  llvm::MapVector<uint64_t, SmallVector<unsigned>> byMarks;
  for (unsigned state = 0; state < mark.getNumResults(); ++state)
    if (!mark.alwaysAdvances(state))
      if (uint64_t marks = decidingMarks(mark, state)) {
        Type type = mark.getOld()[state].getType();
        if (!isSelectable(type))
          return mark.emitError()
                 << "expects " << mark.describe(state)
                 << " to be a tensor of numbers with a width, so that a "
                    "skipped step can keep it, but got "
                 << type << "; convert it with stablehlo.convert";
        byMarks[marks].push_back(state);
      }
  Operation *behind = mark;
  for (auto &[marks, states] : byMarks)
    if (failed(guardSome(mark, marks, states, behind)))
      return failure();
  return success();
}
