// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/Step.h"
#include "lib/Graph/Calls.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

Block *amp::scaling::commonBlock(Block *a, Block *b) {
  if (!a || a == b)
    return b;
  llvm::SmallPtrSet<Block *, 8> around;
  for (Block *block = a; block; block = block->getParentOp()->getBlock())
    around.insert(block);
  while (b && !around.contains(b))
    b = b->getParentOp()->getBlock();
  return b;
}

StringAttr amp::scaling::groupOfMark(Operation *mark) {
  if (auto group = mark->getAttrOfType<StringAttr>("group"))
    return group;
  auto said = mark->getAttrOfType<DictionaryAttr>("composite_attributes");
  auto group = said ? said.getAs<StringAttr>("group") : nullptr;
  return group ? group : StringAttr::get(mark->getContext(), "main");
}

unsigned Step::groupOf(StringAttr name) const {
  return llvm::find_if(groups, [&](const Group &g) { return g.name == name; }) -
         groups.begin();
}

uint64_t Step::bitOf(GradientsOp mark) const {
  size_t number = llvm::find(gradients, mark) - gradients.begin();
  return uint64_t(1) << std::min<size_t>(number, gradientBits - 1);
}

Step amp::scaling::findStep(FunctionOpInterface function,
                            const SymbolTable &symbols) {
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

void amp::scaling::eraseDead(ArrayRef<Operation *> ops) {
  llvm::SetVector<Operation *> work(ops.begin(), ops.end());
  while (!work.empty()) {
    Operation *next = work.pop_back_val();
    if (!next || !isOpTriviallyDead(next))
      continue;
    SmallVector<Value> operands(next->getOperands());
    next->erase();
    for (Value operand : operands)
      work.insert(operand.getDefiningOp());
  }
}
