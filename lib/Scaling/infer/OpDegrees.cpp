// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/OpDegrees.h"
#include "lib/OpModel/Kinds.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

/// Limit on the operands that are probed one by one. Rules of ops with more
/// operands treat all of them alike.
static constexpr unsigned mostProbed = 8;

OpDegrees::OpDegrees(FunctionOpInterface function, const SymbolTable &symbols)
    : step{function, &symbols, {}, {}}, shared(step) {
  step.groups.push_back({});
  step.groups.front().name = StringAttr::get(function.getContext(), "main");
}

OpDegrees::Outcome OpDegrees::probe(Operation *op, ArrayRef<unsigned> scaled) {
  DegreeWalker walker(shared);
  for (unsigned i : scaled)
    walker.set(op->getOperand(i), {Degree::ofGroup(0), 0});
  walker.visit(op);
  if (walker.hasLeaked)
    return Outcome::leaks;
  bool isScaled = llvm::any_of(op->getResults(), [&](Value result) {
    return walker.of(result).degree.isScaled();
  });
  return isScaled ? Outcome::scaled : Outcome::unscaled;
}

OpDegree OpDegrees::find(Operation *op) {
  OpDegree found;
  found.hasThreshold =
      isHlo(op, {OpKind::clamp, OpKind::maximum, OpKind::minimum});
  SmallVector<unsigned, 3> floats;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (isScalable(op->getOperand(i).getType()))
      floats.push_back(i);
  if (floats.empty())
    return found;
  Outcome all = probe(op, floats);
  if (isPerOperand(op)) { // each operand has a node of its own
    found.propagatesScale = all == Outcome::scaled;
    (found.propagatesScale ? found.tied : found.unscaled).push_back(0);
    return found;
  }
  if (all != Outcome::leaks) {
    found.propagatesScale = all == Outcome::scaled;
    for (unsigned i : floats) {
      SmallVector<unsigned, 3> others = floats;
      llvm::erase(others, i);
      bool isFree = floats.size() > 1 && floats.size() <= mostProbed &&
                    probe(op, others) == all;
      if (!isFree && (found.propagatesScale || floats.size() > 1))
        found.tied.push_back(i);
    }
    return found;
  }
  for (unsigned i : floats)
    if (floats.size() <= mostProbed && probe(op, {i}) == Outcome::scaled)
      found.tied.push_back(i);
  found.propagatesScale = !found.tied.empty();
  found.isProduct = found.tied.size() == 2;
  if (found.tied.size() > 2) {
    found.propagatesScale = false;
    found.tied.clear();
  }
  for (unsigned i : floats)
    if (!llvm::is_contained(found.tied, i))
      found.unscaled.push_back(i);
  return found;
}

const OpDegree &OpDegrees::of(Operation *op) {
  auto found = known.find(op);
  if (found == known.end())
    found = known.try_emplace(op, find(op)).first;
  return found->second;
}
