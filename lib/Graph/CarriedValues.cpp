// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// Returns the terminator of a region with one block; null for an empty one.
static Operation *terminatorOf(Region &region) {
  return region.empty() || region.front().empty() ? nullptr
                                                  : &region.front().back();
}

static void addInput(CarriedValue &carried, Operation *op, unsigned index) {
  if (op && index < op->getNumOperands())
    carried.inputs.push_back(&op->getOpOperand(index));
}

static void addArgument(CarriedValue &carried, Region &region, unsigned index) {
  if (!region.empty() && index < region.getNumArguments())
    carried.values.push_back(region.getArgument(index));
}

/// Returns carried values that tie result i to operand i.
static SmallVector<CarriedValue> passThrough(Operation *op) {
  SmallVector<CarriedValue> carriedValues(op->getNumResults());
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    carried.values.push_back(op->getResult(i));
    addInput(carried, op, i);
  }
  return carriedValues;
}

/// Returns carried values that tie result i to operand i of each region's
/// yield.
static SmallVector<CarriedValue> branches(Operation *op) {
  SmallVector<CarriedValue> carriedValues(op->getNumResults());
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    carried.values.push_back(op->getResult(i));
    for (Region &region : op->getRegions())
      addInput(carried, terminatorOf(region), i);
  }
  return carriedValues;
}

/// Returns the carried values of a loop whose last region yields the next
/// values. `operands` and `arguments` precede the carried ones.
static SmallVector<CarriedValue> loop(Operation *op, unsigned operands,
                                      unsigned arguments) {
  SmallVector<CarriedValue> carriedValues(op->getNumResults());
  Region &body = op->getRegion(op->getNumRegions() - 1);
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    carried.values.push_back(op->getResult(i));
    for (Region &region : op->getRegions())
      addArgument(carried, region, arguments + i);
    addInput(carried, op, operands + i);
    addInput(carried, terminatorOf(body), i);
  }
  return carriedValues;
}

static SmallVector<CarriedValue> whileLoop(Operation *op) {
  return loop(op, 0, 0);
}

/// Bounds and step are operands 0 to 2; the induction variable is argument 0.
static SmallVector<CarriedValue> forLoop(Operation *op) {
  return loop(op, 3, 1);
}

/// The op's operands and the `after` region set the arguments of `before`.
/// scf.condition sets the results and the arguments of `after`.
static SmallVector<CarriedValue> scfWhile(Operation *op) {
  Region &before = op->getRegion(0), &after = op->getRegion(1);
  SmallVector<CarriedValue> carriedValues(op->getNumResults());
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    carried.values.push_back(op->getResult(i));
    addArgument(carried, after, i);
    addInput(carried, terminatorOf(before), i + 1);
  }
  for (unsigned i = 0; i < before.getNumArguments(); ++i) {
    CarriedValue &carried = carriedValues.emplace_back();
    addArgument(carried, before, i);
    addInput(carried, op, i);
    addInput(carried, terminatorOf(after), i);
  }
  return carriedValues;
}

/// Returns the carried values of a region that executes once, in place.
static SmallVector<CarriedValue> inlined(Operation *op) {
  Region &region = op->getRegion(0);
  SmallVector<CarriedValue> carriedValues(region.getNumArguments());
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    addArgument(carried, region, i);
    addInput(carried, op, i);
  }
  carriedValues.append(branches(op));
  return carriedValues;
}

namespace {
struct CarriedValueFinder {
  OpKind kind;
  SmallVector<CarriedValue> (*find)(Operation *);
};
} // namespace

static constexpr CarriedValueFinder finders[] = {
    {OpKind::case_, branches},
    {OpKind::do_while, scfWhile},
    {OpKind::execute_region, branches},
    {OpKind::for_, forLoop},
    {OpKind::if_, branches},
    {OpKind::manual_computation, inlined},
    {OpKind::optimization_barrier, passThrough},
    {OpKind::while_, whileLoop},
};

bool amp::carriesValues(const OpRow *row) {
  return row &&
         (llvm::any_of(row->results, [](char slot) { return slot == '='; }) ||
          row->regions == RegionRule::inlined);
}

bool amp::hasSingleBlocks(Operation *op) {
  return llvm::all_of(op->getRegions(), [](Region &region) {
    return region.empty() || region.hasOneBlock();
  });
}

SmallVector<CarriedValue> amp::findAllCarriedValues(Operation *op) {
  static const KindMap<CarriedValueFinder> byKind(finders);
  const CarriedValueFinder *finder = byKind.lookup(kindOf(op));
  return finder && hasSingleBlocks(op) ? finder->find(op)
                                       : SmallVector<CarriedValue>();
}

SmallVector<OpOperand *>
amp::findControlOperands(Operation *op, ArrayRef<CarriedValue> carriedValues) {
  llvm::SmallPtrSet<OpOperand *, 16> inputs;
  for (const CarriedValue &carried : carriedValues)
    inputs.insert(carried.inputs.begin(), carried.inputs.end());
  SmallVector<OpOperand *> predicates;
  auto add = [&](Operation *owner) {
    for (OpOperand &operand : owner->getOpOperands())
      if (!inputs.contains(&operand))
        predicates.push_back(&operand);
  };
  add(op);
  for (Region &region : op->getRegions())
    if (Operation *end = terminatorOf(region))
      add(end);
  return predicates;
}

SmallVector<CarriedValue> amp::findCarriedValues(Operation *op,
                                                 const OpRow *row) {
  return carriesValues(row) ? findAllCarriedValues(op)
                            : SmallVector<CarriedValue>();
}

/// Returns the number of operands of a call that precede the arguments.
static unsigned firstArgumentOf(Operation *op) {
  auto call = dyn_cast<CallOpInterface>(op);
  return call && !call.getArgOperands().empty()
             ? call.getArgOperands().getBeginOperandIndex()
             : 0;
}

SmallVector<CarriedValue> amp::findCarriedValues(FunctionOpInterface function,
                                                 ArrayRef<Operation *> calls) {
  Region &body = function.getFunctionBody();
  unsigned numArguments = function.getNumArguments();
  SmallVector<CarriedValue> carriedValues(numArguments +
                                          function.getNumResults());
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    if (i < numArguments) {
      addArgument(carried, body, i);
      for (Operation *call : calls)
        addInput(carried, call, firstArgumentOf(call) + i);
      continue;
    }
    unsigned result = i - numArguments;
    for (Operation *call : calls)
      carried.values.push_back(call->getResult(result));
    for (Block &block : body)
      if (block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
        addInput(carried, block.getTerminator(), result);
  }
  return carriedValues;
}
