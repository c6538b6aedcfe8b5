// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/Step.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

Block *amp::commonBlock(Block *a, Block *b) {
  if (!a || a == b)
    return b;
  llvm::SmallPtrSet<Block *, 8> around;
  for (Block *block = a; block; block = block->getParentOp()->getBlock())
    around.insert(block);
  while (b && !around.contains(b))
    b = b->getParentOp()->getBlock();
  return b;
}

unsigned Step::groupOf(StringAttr name) const {
  return llvm::find_if(groups, [&](const Group &g) { return g.name == name; }) -
         groups.begin();
}

uint64_t Step::bitOf(GradientsOp mark) const {
  size_t number = llvm::find(gradients, mark) - gradients.begin();
  return uint64_t(1) << std::min<size_t>(number, gradientBits - 1);
}

Step amp::findStep(FunctionOpInterface function, const SymbolTable &symbols) {
  Step step = {function, &symbols, {}, {}};
  auto groupOf = [&](StringAttr name) -> Group & {
    unsigned number = step.groupOf(name);
    if (number == step.groups.size())
      step.groups.push_back({name, {}, {}, {}, {}});
    return step.groups[number];
  };
  auto add = [&](auto mark, auto list) {
    Group &group = groupOf(mark.getGroupAttr());
    (group.*list).push_back(mark);
    if (!std::is_same_v<decltype(mark), LossOp>)
      group.home = commonBlock(group.home, mark->getBlock());
  };
  function.walk([&](Operation *op) {
    if (auto loss = dyn_cast<LossOp>(op))
      add(loss, &Group::losses);
    else if (auto seed = dyn_cast<SeedOp>(op))
      add(seed, &Group::seeds);
    else if (auto state = dyn_cast<StateOp>(op))
      add(state, &Group::states);
    else if (auto gradients = dyn_cast<GradientsOp>(op)) {
      add(gradients, &Group::gradients);
      step.gradients.push_back(gradients);
    }
  });
  return step;
}

/// A batch of losses has a seed per loss.
static LogicalResult checkLoss(const Group &group, LossOp loss) {
  auto shaped = dyn_cast<ShapedType>(loss.getValue().getType());
  bool isScalar = !shaped || (shaped.hasRank() && shaped.getRank() == 0);
  bool isRead = !loss.getOutput().use_empty();
  auto isAlike = [&](SeedOp seed) {
    return seed.getValue().getType() == loss.getValue().getType();
  };
  if (isScalar || !isRead || llvm::any_of(group.seeds, isAlike))
    return success();
  return loss.emitError()
         << "expects a scalar loss, or a seed of its type, but "
            "got "
         << shaped;
}

static LogicalResult refuseTwice(GradientsOp mark, unsigned number,
                                 Operation *other) {
  InFlightDiagnostic error = mark.emitError();
  error << "expects each gradient to be marked once, but operand " << number
        << " was marked before";
  error.attachNote(other->getLoc()) << "here";
  return error;
}

static LogicalResult checkGradients(const Step &step) {
  llvm::DenseMap<Value, GradientsOp> markedBy;
  for (GradientsOp mark : step.gradients)
    for (auto [number, value] : llvm::enumerate(mark.getValues())) {
      // Two parameters that are added have one gradient, within a mark.
      auto [known, isNew] = markedBy.try_emplace(value, mark);
      if (!isNew && known->second != mark)
        return refuseTwice(mark, number, known->second);
      if (auto other = value.getDefiningOp<GradientsOp>())
        return refuseTwice(mark, number, other);
    }
  return success();
}

LogicalResult amp::checkStep(const Step &step) {
  for (const Group &group : step.groups) {
    auto lacks = [&](Operation *mark, StringRef what) {
      return mark->emitError() << "expects " << what << " in group '"
                               << group.name.getValue() << "', but got none";
    };
    if (group.seeds.empty() && !group.gradients.empty())
      return lacks(group.gradients.front(), "an amp.seed");
    if (group.seeds.empty() && !group.losses.empty())
      return lacks(group.losses.front(), "an amp.seed");
    if (group.gradients.empty() && !group.seeds.empty())
      return lacks(group.seeds.front(), "an amp.gradients");
    for (LossOp loss : group.losses)
      if (failed(checkLoss(group, loss)))
        return failure();
  }
  return checkGradients(step);
}
