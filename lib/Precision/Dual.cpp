// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbering of the solution follows from the program alone (Passes.td):
//   flow_edges = array<i64: 8 * operand + term, flow, …>
//   flow_pins  = array<i8: pin of slot 0, pin of slot 1, …>
//   flow_exact = array<i32: slot, slot of the same precision, …>
#include "lib/Precision/Dual.h"
#include "lib/OpModel/Traits.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

Dual::Dual(const Objective &objective, Constraints given,
           ArrayRef<EdgeFlow> flows, const OpSet &strict)
    : constraints(std::move(given)) {
  edges.reserve(flows.size());
  for (const EdgeFlow &edge : flows)
    edges.push_back({edge.use->getOwner(), edge.use->getOperandNumber(),
                     edge.term, edge.flow});
  ops.reserve(objective.slots.size());
  for (auto [number, slot] : llvm::enumerate(objective.slots)) {
    firstSlotOf.try_emplace(slot.op, number);
    ops.push_back(slot.op);
    if (slot.number == 0 && !strict.empty() && strict.contains(slot.op))
      constraints.pins[number] |= Constraints::strict;
  }
}

bool Dual::areAlike(Operation *op, Operation *copy) const {
  auto a = firstSlotOf.find(op), b = firstSlotOf.find(copy);
  if (a == firstSlotOf.end() || b == firstSlotOf.end())
    return a == b;
  auto isFree = [&](unsigned slot) {
    return (constraints.pins[slot] & ~Constraints::strict) == Constraints::free;
  };
  unsigned i = a->second, j = b->second;
  for (; i < ops.size() && ops[i] == op && j < ops.size() && ops[j] == copy;
       ++i, ++j)
    if (isFree(i) != isFree(j))
      return false;
  return true;
}

/// Merges the pins of a slot in two copies of a function. Pins that differ
/// become `low` or `given`, because they depend on the call.
static int8_t mergePins(int8_t kept, int8_t other) {
  if (kept == other)
    return kept;
  int8_t strict = (kept | other) & Constraints::strict;
  kept &= ~Constraints::strict;
  other &= ~Constraints::strict;
  bool isLow = kept == Constraints::forced || kept == Constraints::low ||
               other == Constraints::forced || other == Constraints::low;
  return strict | (isLow ? Constraints::low : Constraints::given);
}

/// Skips the slots of constants, because cast folding adds and removes
/// constants.
void Dual::numberSlots(
    const llvm::DenseMap<Operation *, Operation *> &keptFor) {
  numbers.assign(ops.size(), Objective::none);
  llvm::DenseMap<Operation *, unsigned> firstOf;
  unsigned first = 0;
  for (unsigned slot = 0; slot < ops.size(); ++slot) {
    Operation *op = ops[slot];
    if (slot == 0 || ops[slot - 1] != op) {
      first = slot;
      if (!keptFor.empty())
        firstOf[op] = slot;
    }
    // The kept function precedes its copies, whose ops are erased.
    if (Operation *kept = keptFor.lookup(op)) {
      unsigned number = numbers[firstOf.lookup(kept) + slot - first];
      numbers[slot] = number;
      if (number != Objective::none)
        pins[number] = mergePins(pins[number], constraints.pins[slot]);
      continue;
    }
    if (isConstantLike(op))
      continue;
    numbers[slot] = pins.size();
    pins.push_back(constraints.pins[slot]);
  }
}

SmallVector<int64_t, 0> Dual::numberFlows(
    ModuleOp module,
    const llvm::DenseMap<Operation *, Operation *> &keptFor) const {
  llvm::DenseMap<Operation *, int64_t> firstOperand;
  int64_t operands = 0;
  walkOps(module, [&](Operation *op) {
    if (op->getNumOperands() != 0)
      firstOperand[op] = operands;
    operands += op->getNumOperands();
    return WalkResult::advance();
  });
  SmallVector<std::pair<int64_t, int64_t>, 0> sorted;
  sorted.reserve(edges.size());
  for (const Edge &edge : edges) {
    Operation *kept = keptFor.lookup(edge.op);
    int64_t operand = firstOperand.lookup(kept ? kept : edge.op) + edge.operand;
    sorted.push_back({operand * EdgeFlow::numTerms + edge.term, edge.flow});
  }
  llvm::sort(sorted);
  SmallVector<int64_t, 0> numbered;
  for (auto [edge, flow] : sorted)
    if (!numbered.empty() && numbered[numbered.size() - 2] == edge)
      numbered.back() += flow;
    else
      numbered.append({edge, flow});
  return numbered;
}

SmallVector<int32_t, 0> Dual::numberExact() const {
  Pairs pairs;
  for (const auto *all : {&constraints.same, &constraints.lowOnlyWith})
    for (auto [slot, with] : *all)
      pairs.push_back({numbers[slot], numbers[with]});
  llvm::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  SmallVector<int32_t, 0> flat;
  for (auto [slot, with] : pairs)
    flat.append({static_cast<int32_t>(slot), static_cast<int32_t>(with)});
  return flat;
}

void Dual::write(ModuleOp module,
                 const llvm::DenseMap<Operation *, Operation *> &keptFor,
                 NamedAttrList &solution) {
  numberSlots(keptFor);
  MLIRContext *context = module.getContext();
  solution.set("flow_edges",
               DenseI64ArrayAttr::get(context, numberFlows(module, keptFor)));
  solution.set("flow_exact", DenseI32ArrayAttr::get(context, numberExact()));
  solution.set("flow_pins", DenseI8ArrayAttr::get(context, pins));
}
