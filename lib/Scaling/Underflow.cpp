// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many gradients are so small that they become zero in f16.
#include "lib/Scaling/Underflow.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static bool isSeed(Operation *op) { return findMark(op) == SeedOp::markName; }

/// Looks through ops with inlined regions, to the values that these yield.
static Value lookInto(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    const OpRow *row = lookupRow(op);
    if (!row || row->regions != RegionRule::inlined ||
        !op->getRegion(0).hasOneBlock())
      break;
    value = op->getRegion(0).front().getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber());
  }
  return value;
}

/// Matches `w + u` and `w - u`, for a float argument w that is not a scalar.
static bool isUpdate(Value value) {
  constexpr KindSet steps = {OpKind::add, OpKind::subtract};
  Value result = lookInto(value);
  auto type = dyn_cast<RankedTensorType>(result.getType());
  Operation *op = result.getDefiningOp();
  if (!op || !steps.contains(kindOf(op)) || !type || type.getRank() == 0 ||
      !isa<FloatType>(type.getElementType()))
    return false;
  Operation *body = op->getParentOp();
  auto isArgument = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner()->getParentOp() == body;
  };
  Value first = op->getOperand(0), second = op->getOperand(1);
  return isArgument(first) != isArgument(second);
}

/// Returns a parameter update if the function looks like a training step, else
/// null. A residual block adds to an argument too, but only a step also returns
/// a loss or several updates.
static Operation *findUpdate(FunctionOpInterface function) {
  if (!function.isPublic() || !function.getFunctionBody().hasOneBlock())
    return nullptr;
  Operation *end = function.getFunctionBody().front().getTerminator();
  auto isScalar = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.getRank() == 0 && isa<FloatType>(type.getElementType());
  };
  SmallVector<Value> updates;
  llvm::copy_if(end->getOperands(), std::back_inserter(updates), isUpdate);
  bool looksTrained =
      updates.size() > 1 ||
      (updates.size() == 1 && llvm::any_of(end->getOperands(), isScalar));
  return looksTrained ? lookInto(updates.front()).getDefiningOp() : nullptr;
}

void amp::scaling::warnOfUnderflow(ModuleOp module) {
  Operation *seed = nullptr;
  bool hasHalf = false;
  module.walk([&](Operation *op) {
    if (!seed && isSeed(op))
      seed = op;
    hasHalf = hasHalf || llvm::any_of(op->getResultTypes(), [](Type type) {
                return elementOf(type).isF16();
              });
    return seed && hasHalf ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!hasHalf)
    return;
  if (seed) {
    seed->emitWarning("a backward pass in f16 loses gradients below 6e-8; "
                      "loss-scale=dynamic keeps them");
    return;
  }
  for (auto function : module.getOps<FunctionOpInterface>())
    if (Operation *update = findUpdate(function))
      emitWarning(update->getLoc())
          << "this looks like the update of a training step without marks; its "
             "backward pass in f16 loses gradients below 6e-8: compute=bf16 "
             "keeps them, and so does loss-scale=dynamic where seed, gradients "
             "and states are marked (or found: infer-marks=true)";
}
