// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/saved/LateReads.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Scaling/saved/SavedValues.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

unsigned LateReads::numberOf(Value root) {
  auto [found, isNew] = numbers.try_emplace(root, roots.size());
  if (isNew)
    roots.push_back(root);
  return found->second;
}

LateReads::Fact LateReads::factOf(Value value) {
  if (auto known = facts.find(value); known != facts.end())
    return known->second;
  Fact fact{values.roundingOf(value), false, {}};
  if (Value root = values.rootOf(value)) {
    unsigned number = numberOf(root);
    fact.roots.resize(number + 1);
    fact.roots.set(number);
  }
  return fact;
}

/// Joins `fact` into that of `value`. Returns true if it changes.
bool LateReads::join(Value value, const Fact &fact) {
  auto [found, isNew] = facts.try_emplace(value, fact);
  if (isNew)
    return true;
  Fact &known = found->second;
  Fact old = known;
  if (known.rounding.error != fact.rounding.error)
    known.rounding.error = Rounding::mixed;
  if (!(known.rounding.sign == fact.rounding.sign))
    known.rounding.sign = {value};
  known.rounding.isCentred &= fact.rounding.isCentred;
  known.isSeeded |= fact.isSeeded;
  known.roots |= fact.roots;
  return known.isSeeded != old.isSeeded ||
         known.rounding.error != old.rounding.error ||
         !(known.rounding.sign == old.rounding.sign) ||
         known.rounding.isCentred != old.rounding.isCentred ||
         known.roots.count() != old.roots.count();
}

void LateReads::exclude(const Fact &fact) {
  for (unsigned number : fact.roots.set_bits())
    ill.insert(roots[number]);
}

/// Joins what control flow forwards. Returns true if a fact changes.
bool LateReads::handOver(Operation *op) {
  bool changes = false;
  SmallVector<CarriedValue> carriedValues = findAllCarriedValues(op);
  bool isSeeded = llvm::any_of(
      findControlOperands(op, carriedValues),
      [&](OpOperand *operand) { return factOf(operand->get()).isSeeded; });
  for (const CarriedValue &carried : carriedValues)
    for (Value value : carried.values)
      for (OpOperand *input : carried.inputs) {
        Fact fact = factOf(input->get());
        fact.isSeeded |= isSeeded;
        changes |= join(value, fact);
      }
  return changes;
}

void LateReads::visitControl(Operation *op) {
  while (handOver(op))
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        visit(inner);
}

/// Returns true if the body of `op` computes more than sums, products and
/// maxima.
static bool hasWrongBody(Operation *op) {
  return walkBody(op,
                  [](Operation *inner) {
                    return isTerminator(inner) ||
                                   isHarmlessToGradients(
                                       inner, [](Value) { return true; })
                               ? WalkResult::advance()
                               : WalkResult::interrupt();
                  })
      .wasInterrupted();
}

void LateReads::visitPlain(Operation *op) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  Fact result;
  result.isSeeded = isa<SeedOp>(op);
  bool isExact = true, isRounded = false;
  for (Value value : used) {
    Fact fact = factOf(value);
    result.isSeeded |= fact.isSeeded;
    result.roots |= fact.roots;
    isExact &= fact.rounding.error == Rounding::none;
    // Ops with effects show their operands.
    isRounded |= fact.rounding.error != Rounding::none && !fact.isSeeded;
  }
  if (isExact) {
    for (Value value : op->getResults())
      join(value, {roundingOfExact(value), result.isSeeded, {}});
    return;
  }
  auto roundingOf = [&](Value value) { return factOf(value).rounding; };
  auto isCoarse = [&](Value value) {
    return roundingOf(value).error != Rounding::none;
  };
  std::optional<Rounding> rounding =
      result.isSeeded ? std::nullopt : applyRounding(op, roundingOf);
  bool isMark = !findMark(op).empty();
  bool isWell = result.isSeeded ? isMark || isHarmlessToGradients(op, isCoarse)
                                : rounding.has_value();
  if (!isWell || hasWrongBody(op) || (isRounded && !isMemoryEffectFree(op)))
    exclude(result);
  // Sums of many gradients are neither zero nor near where rounding matters.
  OpClass kind = classOf(op, lookupRow(op));
  bool isSum = kind == OpClass::contraction || kind == OpClass::reduction;
  for (Value value : op->getResults()) {
    Fact fact = result;
    if (result.isSeeded && isSum)
      fact.roots.clear();
    else
      fact.rounding = rounding.value_or(Rounding{Rounding::mixed, {value}});
    join(value, fact);
  }
}

void LateReads::visit(Operation *op) {
  if (op->getBlock() == &block && isTerminator(op)) {
    for (Value value : op->getOperands())
      if (auto known = facts.find(value);
          known != facts.end() && !known->second.isSeeded &&
          known->second.rounding.error != Rounding::none)
        exclude(known->second);
    return;
  }
  if (isTerminator(op))
    return;
  if (!findAllCarriedValues(op).empty())
    visitControl(op);
  else
    visitPlain(op);
}

void LateReads::visit(Block &inner) {
  for (Operation &op : inner)
    if (&inner != &block || values.isLate(&op) || isTerminator(&op))
      visit(&op);
}

ArrayRef<Value> LateReads::findIllConditioned() {
  visit(block);
  return ill.getArrayRef();
}
