// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Cost/ProgramReader.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Traits.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::amp;

bool ProgramReader::isLow(Type type) const {
  return elementOf(type) == compute;
}

bool ProgramReader::isTracked(Type type) const {
  return isF32(type) || isLow(type);
}

/// Returns the slot of the current op with this number, created on first use;
/// the fixed precision of `type` if the op has no such slot.
unsigned ProgramReader::slotFor(Operation *op, std::optional<unsigned> number,
                                Type type) {
  if (!number)
    return endOf(type);
  unsigned &slot = objective.numbers[graph.firstSlots()[place] + *number];
  if (slot == Objective::none) {
    slot = objective.slots.size();
    objective.slots.push_back({op, *number, {}});
    objective.lowNow.push_back(false);
  }
  if (isLow(type))
    objective.lowNow.set(slot);
  return slot;
}

void ProgramReader::addMade(Value value, unsigned maker, Traffic traffic) {
  if (isTracked(value.getType()))
    uses.addValue(value,
                  {guessElements(value.getType()), times, maker,
                   Objective::none, index, traffic, traffic == Traffic::free});
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Adds the arithmetic and the memory traffic of a contraction.
void ProgramReader::addProduct(Operation *op, const OpRow *row) {
  OpOperand &factor = op->getOpOperand(0);
  OpResult result = op->getResult(0);
  Type factorType = factor.get().getType(), resultType = result.getType();
  if (!isTracked(factorType) || !isTracked(resultType))
    return;
  ProductCost price = cost.product(op);
  unsigned operands = slotFor(op, slotOf(factor, *row), factorType);
  unsigned sum = slotFor(op, slotOf(result, *row), resultType);
  if (operands == sum)
    return objective.addCost(operands, OpCost{price.high, price.low} * times);
  // A result that is low already is never retyped; its operands may be.
  if (isLow(resultType))
    return objective.addCost(operands, OpCost{price.narrow, price.low} * times);
  auto priced = [&](int64_t one) { return static_cast<int64_t>(one * times); };
  objective.products.push_back({operands,
                                sum,
                                {priced(price.high), priced(price.mixed),
                                 priced(price.low), priced(price.narrow)},
                                op});
}

/// Returns true if `op` only moves constants, cast at most.
static bool isMadeOfConstants(Operation *op, const OpRow *row) {
  return row->opClass == OpClass::layout && op->getNumOperands() > 0 &&
         llvm::all_of(op->getOperands(), [](Value operand) {
           Operation *maker = operand.getDefiningOp();
           if (auto cast = dyn_cast_if_present<CastOp>(maker))
             maker = cast.getInput().getDefiningOp();
           return maker && isConstantLike(maker);
         });
}

void ProgramReader::addOp(Operation *op, const OpRow *row) {
  if (!row)
    return addFixed(op, Traffic::memory);
  Traffic reads = readsBy(op, row), makes = makesBy(op, row);
  bool isProduct = row->opClass == OpClass::contraction;
  unsigned first = Objective::none;
  double most = 0;
  // The first slot gets the cost of the arithmetic.
  auto count = [&](unsigned slot, double elements, Traffic traffic) {
    first = first == Objective::none ? slot : first;
    most = std::max(most, elements);
    if (traffic == Traffic::memory && !isProduct)
      objective.addCost(slot, cost.move(elements) * times);
  };
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = operand.get().getType(); isTracked(type)) {
      unsigned slot = slotFor(op, slotOf(operand, *row), type);
      uses.addUse(operand, slot, reads, index);
      count(slot, guessElements(type), reads);
    }
  bool isConstant = isMadeOfConstants(op, row);
  for (OpResult result : op->getResults())
    if (Type type = result.getType(); isTracked(type)) {
      unsigned slot = slotFor(op, slotOf(result, *row), type);
      addMade(result, slot, makes);
      MadeValue &made = uses.values.back();
      made.isConstant |= isConstant;
      count(slot, made.elements, makes);
      if (makes == Traffic::view && op->getNumOperands() > 0)
        uses.addView(result,
                     op->getOperand(std::min(result.getResultNumber(),
                                             op->getNumOperands() - 1)));
    }
  if (isProduct)
    addProduct(op, row);
  else if (first != Objective::none && row->flops != 0)
    objective.addCost(first, cost.arithmetic(row->flops * most) * times);
}

void ProgramReader::read() {
  SmallVector<Call> later;
  ArrayRef<PlacedOp> program = graph.getOps();
  uses.reserve(program.size());
  unsigned topLevel = 0; ///< ops at the top level of public functions
  FunctionOpInterface function;
  bool isPublic = false;
  for (const PlacedOp &placed : program) {
    Operation *op = placed.op;
    if (op == placed.function) {
      function = dyn_cast<FunctionOpInterface>(op);
      isPublic = function && function.isPublic();
    }
    if (isPublic && op->getParentOp() == placed.function)
      ++topLevel;
    index = isPublic && op != placed.function ? topLevel : 0;
    times = placed.times;
    place = &placed - program.data();
    if (auto cast = dyn_cast<CastOp>(op))
      uses.addName(cast, cast.getInput());
    else if (op == placed.function) {
      if (function)
        addFunction(function);
    } else if (isTerminator(op))
      addEnd(op);
    else if (isCalled(placed.callee))
      later.push_back({&placed, index});
    else if (carriesValues(placed.row)) {
      bool isView = readsBy(op, placed.row) == Traffic::view;
      Traffic traffic = isView ? Traffic::view : Traffic::memory;
      addCarriedValues(op, graph.carriedValuesOf(op), traffic, traffic);
    } else
      addOp(op, placed.row);
  }
  for (const Call &call : later)
    addCall(call);
  uses.finish();
}

//===----------------------------------------------------------------------===//
// Values that control flow and calls forward.
//===----------------------------------------------------------------------===//

void ProgramReader::addCarriedValues(Operation *op,
                                     ArrayRef<CarriedValue> carriedValues,
                                     Traffic reads, Traffic makes) {
  double tripCount = findTripCount(op).value_or(1);
  for (auto [number, carried] : llvm::enumerate(carriedValues)) {
    if (carried.values.empty() && carried.inputs.empty())
      continue;
    Type type = carried.values.empty() ? carried.inputs.front()->get().getType()
                                       : carried.values.front().getType();
    if (!isTracked(type))
      continue;
    unsigned slot = slotFor(op, number, type);
    for (Value value : carried.values) {
      llvm::SaveAndRestore inside(times);
      if (isa<BlockArgument>(value))
        times *= tripCount;
      addMade(value, slot, makes);
      if (makes == Traffic::view && !carried.inputs.empty())
        uses.addView(value, carried.inputs.front()->get());
    }
    for (OpOperand *input : carried.inputs)
      uses.addUse(*input, slot, reads, index);
  }
}

bool ProgramReader::isCalled(Operation *op) const {
  auto function = dyn_cast_if_present<FunctionOpInterface>(op);
  return function && function.isPrivate() && !function.isExternal() &&
         !graph.callsOf(function).empty();
}

/// Adds the arguments and results of a function. Arguments of a private
/// function are in memory; a result is accessed as its definition and its users
/// do.
void ProgramReader::addFunction(FunctionOpInterface function) {
  if (function.isExternal())
    return;
  bool known = isCalled(function);
  for (auto [number, carried] :
       llvm::enumerate(findCarriedValues(function, ArrayRef<Operation *>()))) {
    for (Value argument : carried.values)
      if (Type type = argument.getType(); isTracked(type))
        addMade(argument, known ? slotFor(function, number, type) : endOf(type),
                Traffic::memory);
    for (OpOperand *returned : carried.inputs)
      if (Type type = returned->get().getType(); known && isTracked(type))
        uses.addUse(*returned, slotFor(function, number, type), Traffic::view,
                    index);
  }
}

/// Adds a call, after the slots of all functions are known.
void ProgramReader::addCall(const Call &call) {
  Operation *op = call.placed->op;
  auto function = cast<FunctionOpInterface>(call.placed->callee);
  times = call.placed->times;
  index = call.index;
  place = graph.positionOf(function);
  SmallVector<CarriedValue> carriedValues = findCarriedValues(function, op);
  for (auto [number, carried] : llvm::enumerate(carriedValues)) {
    Value inside = carried.values.empty() ? nullptr : carried.values.front();
    if (!inside || !isTracked(inside.getType()))
      continue;
    unsigned slot = slotFor(function, number, inside.getType());
    if (number < function.getNumArguments()) {
      uses.addUse(op->getOpOperand(number), slot, Traffic::view, index);
      continue;
    }
    addMade(inside, slot, Traffic::view);
    if (!carried.inputs.empty())
      uses.addView(inside, carried.inputs.front()->get());
  }
}

/// Adds a terminator, unless its operands were added with a carried value.
void ProgramReader::addEnd(Operation *terminator) {
  Operation *parent = terminator->getParentOp();
  if (isCalled(parent) || carriesValues(lookupRow(parent)))
    return;
  addFixed(terminator, Traffic::memory);
}

void ProgramReader::addFixed(Operation *op, Traffic traffic) {
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = operand.get().getType(); isTracked(type))
      uses.addUse(operand, endOf(type), traffic, index);
  for (Value result : op->getResults())
    addMade(result, endOf(result.getType()), traffic);
}
