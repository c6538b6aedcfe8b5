// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// { return select(compare(a, b), a, b) }   ==>   one of the reduced elements
#include "lib/Ranges/Bodies.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Ranges/Patterns.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

Body amp::ranges::bodyOf(Operation *op) {
  static constexpr std::pair<OpKind, Body> kinds[] = {
      {OpKind::add, Body::sum},
      {OpKind::maximum, Body::largest},
      {OpKind::minimum, Body::least},
      {OpKind::multiply, Body::product},
  };
  OpKind body = findBody(op->getRegions().back());
  for (auto [known, kind] : kinds)
    if (known == body)
      return kind;
  return Body::other;
}

namespace {
class Choice {
public:
  Choice(Region &body, unsigned groups) : body(body), groups(groups) {}

  /// Adds the sources of result `number`; returns false if the body may compute
  /// the result.
  bool collect(unsigned number);

  llvm::SmallSetVector<unsigned, 2> sources;
  llvm::SmallSetVector<Value, 2> others;

private:
  bool follow(Value value);

  llvm::SmallDenseSet<Value, 8> seen;
  Region &body;
  unsigned groups;
};
} // namespace

bool Choice::collect(unsigned number) {
  if (!sources.insert(number))
    return true;
  if (!body.hasOneBlock() || body.front().getNumArguments() != 2 * groups)
    return false;
  Operation &end = body.front().back();
  return number < end.getNumOperands() && follow(end.getOperand(number));
}

/// Arguments may be earlier results of the body, at the same position.
bool Choice::follow(Value value) {
  if (!seen.insert(value).second)
    return true;
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner() == &body.front())
    return collect(argument.getArgNumber() % groups);
  if (!body.isAncestor(value.getParentRegion()))
    return others.insert(value), true;
  if (argument)
    return false;
  Operation *op = value.getDefiningOp();
  if (isConstantLike(op))
    return others.insert(value), true;
  if (op->getParentRegion() != &body)
    return false;
  if (isHlo(op, OpKind::optimization_barrier))
    return follow(op->getOperand(cast<OpResult>(value).getResultNumber()));
  ValueRange choices;
  if (isHlo(op, OpKind::select))
    choices = op->getOperands().drop_front();
  else if (isHlo(op, OpKind::maximum) || isHlo(op, OpKind::minimum) ||
           isHlo(op, OpKind::clamp))
    choices = op->getOperands();
  return !choices.empty() &&
         llvm::all_of(choices, [&](Value choice) { return follow(choice); });
}

std::optional<Choices> amp::ranges::findChoices(Region &body, unsigned number,
                                                unsigned pairs) {
  Choice choice(body, pairs);
  if (!choice.collect(number))
    return std::nullopt;
  return Choices{SmallVector<unsigned, 2>(choice.sources.takeVector()),
                 SmallVector<Value, 2>(choice.others.takeVector())};
}
