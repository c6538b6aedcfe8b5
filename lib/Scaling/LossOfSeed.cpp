// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alternates between two backward slices until they meet. In a real step they
// meet after a few ops: at the activations of the last layer.
#include "lib/Scaling/LossOfSeed.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

namespace {
/// Backward slice of some values, extended by one value at a time.
class Makers {
public:
  explicit Makers(ValueRange from) { add(from); }

  bool isDone() const { return work.empty(); }
  bool contains(Value value) const { return seen.contains(value); }
  bool hasArguments() const { return reachesArguments; }

  /// Visits one value; returns its operands that are new in the slice.
  ArrayRef<Value> advance();

private:
  void add(ValueRange values);
  void addMakers(Operation *op);

  llvm::DenseSet<Value> seen;
  SmallVector<Value> work;
  SmallVector<Value> added;
  bool reachesArguments = false;
};
} // namespace

void Makers::add(ValueRange values) {
  for (Value value : values)
    if (seen.insert(value).second) {
      work.push_back(value);
      added.push_back(value);
    }
}

/// Adds the operands of `op` and of the terminators of its regions.
void Makers::addMakers(Operation *op) {
  add(op->getOperands());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      add(block.getTerminator()->getOperands());
}

ArrayRef<Value> Makers::advance() {
  added.clear();
  Value value = work.pop_back_val();
  if (Operation *op = value.getDefiningOp()) {
    addMakers(op);
    return added;
  }
  Operation *around = value.getParentBlock()->getParentOp();
  if (isa<FunctionOpInterface>(around))
    reachesArguments = true;
  else
    addMakers(around);
  return added;
}

bool amp::scaling::mayBeOf(ValueRange gradients, Value loss) {
  Makers ofGradients(gradients), ofLoss(loss);
  auto meets = [](ArrayRef<Value> added, const Makers &other) {
    return llvm::any_of(added, [&](Value value) {
      auto maker = value.getDefiningOp();
      bool isConstant = maker && maker->hasTrait<OpTrait::ConstantLike>();
      return !isConstant && other.contains(value);
    });
  };
  while (!ofGradients.isDone() || !ofLoss.isDone()) {
    if (!ofGradients.isDone() && meets(ofGradients.advance(), ofLoss))
      return true;
    if (!ofLoss.isDone() && meets(ofLoss.advance(), ofGradients))
      return true;
  }
  return !ofGradients.hasArguments() || !ofLoss.hasArguments();
}

bool amp::scaling::isSpreadOver(SeedOp seed, ShapedType batch) {
  llvm::DenseSet<Value> seen;
  SmallVector<Value> work = {seed.getOutput()};
  while (!work.empty())
    for (Operation *user : work.pop_back_val().getUsers())
      for (Value result : user->getResults()) {
        auto type = dyn_cast<RankedTensorType>(result.getType());
        if (!type || !seen.insert(result).second)
          continue;
        if (batch.hasRank() && type.getRank() >= batch.getRank() &&
            type.getShape().take_front(batch.getRank()) == batch.getShape())
          return true;
        work.push_back(result);
      }
  return false;
}
