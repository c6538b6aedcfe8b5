// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// { return select(compare(a, b), a, b) }   ==>   one of the reduced elements
#include "lib/Ranges/Bodies.h"
#include "lib/OpModel/Traits.h"
#include "lib/Ranges/Patterns.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

Body amp::ranges::bodyOf(Operation *op) {
  static constexpr std::pair<StringLiteral, Body> kinds[] = {
      {"stablehlo.add", Body::sum},
      {"stablehlo.maximum", Body::largest},
      {"stablehlo.minimum", Body::least},
      {"stablehlo.multiply", Body::product},
  };
  StringRef name = findBody(op->getRegions().back());
  for (auto [known, kind] : kinds)
    if (known == name)
      return kind;
  return Body::other;
}

namespace {
class Choice {
public:
  Choice(Region &body, unsigned groups) : body(body), groups(groups) {}

  /// Adds the sources of result `number`; fails if there are others.
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

/// A body reads its own results again as the arguments of the same place.
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
  if (isNamed(op, "stablehlo.optimization_barrier"))
    return follow(op->getOperand(cast<OpResult>(value).getResultNumber()));
  ValueRange choices;
  if (isNamed(op, "stablehlo.select"))
    choices = op->getOperands().drop_front();
  else if (isNamed(op, "stablehlo.maximum") ||
           isNamed(op, "stablehlo.minimum") || isNamed(op, "stablehlo.clamp"))
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
