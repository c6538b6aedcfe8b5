// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/solution/PricedProgram.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Traits.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

Value verify::withoutCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>())
    value = cast.getInput();
  return value;
}

bool PricedProgram::isTracked(Type type) const {
  Type element = elementOf(type);
  return element.isF32() || element == compute;
}

unsigned PricedProgram::endOf(Type type) const {
  return elementOf(type) == compute ? low : high;
}

/// Returns the variable of a slot, or `high` or `low` if its type is fixed.
unsigned PricedProgram::variableOf(unsigned line, std::optional<unsigned> slot,
                                   Type type) const {
  if (!slot)
    return endOf(type);
  Operation *op = program[line].op;
  for (unsigned variable = lines[line].firstVariable;
       variable < variables.size() && variables[variable].op == op; ++variable)
    if (variables[variable].slot == *slot)
      return variable;
  return none;
}

/// Returns the variable of a slot, created on first use, and records the type
/// of a value of the slot.
unsigned PricedProgram::note(unsigned line, std::optional<unsigned> slot,
                             Type type) {
  unsigned variable = variableOf(line, slot, type);
  if (!slot)
    return variable;
  if (variable == none) {
    variable = variables.size();
    variables.push_back({program[line].op, *slot, line});
  }
  (endOf(type) == low ? variables[variable].holdsLow
                      : variables[variable].holdsF32) = true;
  return variable;
}

void PricedProgram::define(Value value, unsigned variable, Traffic traffic,
                           Value source, unsigned line, double times) {
  numberOf[value] = values.size();
  values.push_back({variable, source, lines[line].place, traffic,
                    traffic == Traffic::free, guessElements(value.getType()),
                    times});
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Returns true if `op` only moves constants.
static bool movesConstants(Operation *op, const OpRow *row) {
  return row->opClass == OpClass::layout && op->getNumOperands() != 0 &&
         llvm::all_of(op->getOperands(), [](Value operand) {
           Operation *source = withoutCasts(operand).getDefiningOp();
           return source && isConstantLike(source);
         });
}

void PricedProgram::numberOp(unsigned line) {
  const PlacedOp &placed = program[line];
  Operation *op = placed.op;
  const OpRow *row = placed.row;
  Traffic traffic = row ? makesBy(op, row) : Traffic::memory;
  bool hasVariables = row && !isConstantLike(op);
  if (hasVariables)
    for (OpOperand &operand : op->getOpOperands())
      if (Type type = operand.get().getType(); isTracked(type))
        note(line, slotOf(operand, *row), type);
  for (OpResult result : op->getResults()) {
    Type type = result.getType();
    if (!isTracked(type))
      continue;
    unsigned variable =
        hasVariables ? note(line, slotOf(result, *row), type) : endOf(type);
    Value source;
    if (traffic == Traffic::view && op->getNumOperands() != 0)
      source = op->getOperand(
          std::min(result.getResultNumber(), op->getNumOperands() - 1));
    define(result, variable, traffic, source, line, placed.times);
    if (row && movesConstants(op, row))
      values.back().isConstant = true;
  }
}

/// Numbers the arguments, which are in memory. Called private functions have
/// variables; other functions keep their types.
void PricedProgram::numberFunction(FunctionOpInterface function,
                                   unsigned line) {
  if (function.isExternal())
    return;
  bool isCalled = isDecided(function);
  for (auto [slot, carried] :
       llvm::enumerate(findCarriedValues(function, ArrayRef<Operation *>()))) {
    for (Value argument : carried.values)
      if (Type type = argument.getType(); isTracked(type))
        define(argument, isCalled ? note(line, slot, type) : endOf(type),
               Traffic::memory, {}, line, program[line].times);
    for (OpOperand *returned : carried.inputs)
      if (Type type = returned->get().getType(); isCalled && isTracked(type))
        carriedInputs.push_back({returned, note(line, slot, type),
                                 lines[line].place, Traffic::view});
  }
}

void PricedProgram::numberCarriedValues(unsigned line) {
  const PlacedOp &placed = program[line];
  Operation *op = placed.op;
  bool isView = readsBy(op, placed.row) == Traffic::view;
  Traffic traffic = isView ? Traffic::view : Traffic::memory;
  double inside = placed.times * findTripCount(op).value_or(1);
  for (auto [slot, carried] : llvm::enumerate(graph.carriedValuesOf(op))) {
    Value source = carried.inputs.empty() ? Value() : carried.inputs[0]->get();
    Value any = carried.values.empty() ? source : carried.values.front();
    if (!any || !isTracked(any.getType()))
      continue;
    unsigned variable = note(line, slot, any.getType());
    for (Value value : carried.values)
      define(value, variable, traffic, isView ? source : Value(), line,
             isa<BlockArgument>(value) ? inside : placed.times);
    for (OpOperand *input : carried.inputs)
      carriedInputs.push_back({input, variable, lines[line].place, traffic});
  }
}

void PricedProgram::numberCall(unsigned line, FunctionOpInterface function) {
  const PlacedOp &placed = program[line];
  unsigned definition = graph.positionOf(function);
  for (auto [slot, carried] :
       llvm::enumerate(findCarriedValues(function, placed.op))) {
    Value value = carried.values.empty() ? Value() : carried.values.front();
    if (!value || !isTracked(value.getType()))
      continue;
    unsigned variable = note(definition, slot, value.getType());
    if (slot < function.getNumArguments())
      carriedInputs.push_back({&placed.op->getOpOperand(slot), variable,
                               lines[line].place, Traffic::view});
    else
      define(value, variable, Traffic::view,
             carried.inputs.empty() ? Value() : carried.inputs[0]->get(), line,
             placed.times);
  }
}

void PricedProgram::number(unsigned line) {
  const PlacedOp &placed = program[line];
  Operation *op = placed.op;
  if (op == placed.function) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      numberFunction(function, line);
  } else if (isTerminator(op) || isDecided(placed.callee)) {
    operandsOf[op] = lines[line].firstOperand;
  } else if (carriesValues(placed.row)) {
    operandsOf[op] = lines[line].firstOperand;
    numberCarriedValues(line);
  } else {
    numberOp(line);
  }
}

/// A view has the traffic of the value that it views.
void PricedProgram::followViews() {
  SmallVector<unsigned> path;
  for (unsigned value = 0; value < values.size(); ++value) {
    unsigned root = value;
    while (values[root].traffic == Traffic::view && values[root].source &&
           path.size() < values.size()) {
      auto source = numberOf.find(withoutCasts(values[root].source));
      if (source == numberOf.end())
        break;
      path.push_back(root);
      root = source->second;
    }
    Traffic traffic = values[root].traffic;
    if (traffic == Traffic::view)
      traffic = values[root].traffic = Traffic::memory;
    while (!path.empty())
      values[path.pop_back_val()].traffic = traffic;
  }
}

PricedProgram::PricedProgram(const ProgramGraph &graph, FloatType compute)
    : compute(compute), graph(graph), program(graph.getOps()) {
  lines.reserve(program.size());
  variables.reserve(program.size());
  values.reserve(program.size());
  numberOf.reserve(program.size());
  unsigned places = 0;
  bool isPublic = false;
  SmallVector<unsigned> calls;
  for (auto [line, placed] : llvm::enumerate(program)) {
    if (placed.op == placed.function) {
      auto function = dyn_cast<FunctionOpInterface>(placed.op);
      isPublic = function && function.isPublic();
    }
    if (isPublic && placed.op->getParentOp() == placed.function)
      ++places;
    bool isInside = isPublic && placed.op != placed.function;
    lines.push_back({static_cast<unsigned>(variables.size()),
                     isInside ? places : 0, operands});
    if (isa<CastOp>(placed.op))
      continue;
    operands += placed.op->getNumOperands();
    if (isDecided(placed.callee))
      calls.push_back(line);
    number(line);
  }
  for (unsigned line : calls)
    numberCall(line, cast<FunctionOpInterface>(program[line].callee));
  followViews();
}

bool PricedProgram::isDecided(Operation *op) const {
  auto function = dyn_cast_if_present<FunctionOpInterface>(op);
  return function && function.isPrivate() && !function.isExternal() &&
         !graph.callsOf(op).empty();
}

bool PricedProgram::isCalledOften(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (isDecided(op) && graph.callsOf(op).size() > 1)
      return true;
  return false;
}

unsigned PricedProgram::lineOfOperand(int64_t operand) const {
  auto after = llvm::upper_bound(lines, operand, [](int64_t n, const Line &l) {
    return n < l.firstOperand;
  });
  return std::prev(after) - lines.begin();
}

Operation *PricedProgram::ownerOf(int64_t operand) const {
  return program[lineOfOperand(operand)].op;
}

unsigned PricedProgram::positionOf(int64_t operand) const {
  return operand - lines[lineOfOperand(operand)].firstOperand;
}

//===----------------------------------------------------------------------===//
// Prices and reads
//===----------------------------------------------------------------------===//

void PricedProgram::addCost(unsigned variable, OpCost cost) {
  if (variable == high)
    fixed.high += cost.high;
  else if (variable == low)
    fixed.low += cost.low;
  else
    variables[variable].cost += cost;
}

void PricedProgram::read(OpOperand &operand, unsigned variable, unsigned line,
                         Traffic traffic) {
  auto value = numberOf.find(withoutCasts(operand.get()));
  if (value != numberOf.end())
    reads.push_back({value->second, variable,
                     lines[line].firstOperand + operand.getOperandNumber(),
                     lines[line].place, traffic});
}

void PricedProgram::readFixed(unsigned line) {
  for (OpOperand &operand : program[line].op->getOpOperands())
    if (Type type = operand.get().getType(); isTracked(type))
      read(operand, endOf(type), line, Traffic::memory);
}

/// Prices a contraction, whose arithmetic and memory traffic overlap.
void PricedProgram::priceProduct(unsigned line, const CostModel &cost) {
  const PlacedOp &placed = program[line];
  Operation *op = placed.op;
  OpOperand &factor = op->getOpOperand(0);
  OpResult sum = op->getResult(0);
  Type of = factor.get().getType(), into = sum.getType();
  if (!isTracked(of) || !isTracked(into))
    return;
  ProductCost price = cost.product(op);
  auto total = [&](int64_t once) {
    return static_cast<int64_t>(once * placed.times);
  };
  unsigned factors = variableOf(line, slotOf(factor, *placed.row), of);
  unsigned result = variableOf(line, slotOf(sum, *placed.row), into);
  if (factors == result)
    return addCost(factors, {total(price.high), total(price.low)});
  if (result == low)
    return addCost(factors, {total(price.narrow), total(price.low)});
  products.push_back({factors,
                      result,
                      lines[line].firstOperand,
                      {total(price.high), total(price.mixed), total(price.low),
                       total(price.narrow)}});
}

/// Prices an op. For ops other than contractions, the first slot pays for the
/// arithmetic, and each slot for its memory traffic.
void PricedProgram::priceOp(unsigned line, const CostModel &cost) {
  const PlacedOp &placed = program[line];
  Operation *op = placed.op;
  const OpRow *row = placed.row;
  if (isConstantLike(op))
    return;
  bool isProduct = row->opClass == OpClass::contraction;
  unsigned firstSlot = none;
  double most = 0;
  auto price = [&](std::optional<unsigned> slot, Type type, Traffic traffic) {
    unsigned variable = variableOf(line, slot, type);
    if (firstSlot == none)
      firstSlot = variable;
    double elements = guessElements(type);
    most = std::max(most, elements);
    if (traffic == Traffic::memory && !isProduct)
      addCost(variable, cost.move(elements) * placed.times);
    return variable;
  };
  Traffic reading = readsBy(op, row), making = makesBy(op, row);
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = operand.get().getType(); isTracked(type))
      read(operand, price(slotOf(operand, *row), type, reading), line, reading);
  for (OpResult result : op->getResults())
    if (Type type = result.getType(); isTracked(type))
      price(slotOf(result, *row), type, making);
  if (isProduct)
    priceProduct(line, cost);
  else if (firstSlot != none && row->flops != 0)
    addCost(firstSlot, cost.arithmetic(row->flops * most) * placed.times);
}

void PricedProgram::sortReads() {
  firstRead.assign(values.size() + 1, 0);
  for (const Read &read : reads)
    ++firstRead[read.value + 1];
  for (unsigned value = 0; value < values.size(); ++value)
    firstRead[value + 1] += firstRead[value];
  SmallVector<unsigned, 0> next(firstRead.begin(), firstRead.end());
  SmallVector<Read, 0> sorted(reads.size());
  for (const Read &read : reads)
    sorted[next[read.value]++] = read;
  reads = std::move(sorted);
}

void PricedProgram::price(const Chip &chip, const OpSet &strict) {
  CostModel cost(chip, compute, strict);
  reads.reserve(operands);
  for (auto [line, placed] : llvm::enumerate(program)) {
    Operation *op = placed.op;
    if (isa<CastOp>(op) || op == placed.function || isDecided(placed.callee))
      continue;
    if (isTerminator(op)) {
      Operation *parent = op->getParentOp();
      if (!isDecided(parent) && !carriesValues(lookupRow(parent)))
        readFixed(line);
    } else if (!placed.row) {
      readFixed(line);
    } else if (!carriesValues(placed.row)) {
      priceOp(line, cost);
    }
  }
  for (const CarriedInput &input : carriedInputs) {
    auto value = numberOf.find(withoutCasts(input.operand->get()));
    if (value != numberOf.end())
      reads.push_back({value->second, input.variable,
                       operandsOf.lookup(input.operand->getOwner()) +
                           input.operand->getOperandNumber(),
                       input.place, input.traffic});
  }
  sortReads();
  findPeak();
  priceWrites(cost);
}

/// Prices values in memory: one transfer if a fused op reads the value, and one
/// more if the value is live at the peak.
void PricedProgram::priceWrites(const CostModel &cost) {
  for (auto [number, value] : llvm::enumerate(values)) {
    if (value.traffic != Traffic::memory || value.isConstant)
      continue;
    OpCost move = cost.move(value.elements) * value.times;
    ArrayRef<Read> by = readsOf(number);
    if (llvm::any_of(by, [](const Read &read) {
          return read.traffic == Traffic::fused;
        }))
      addCost(value.variable, move);
    if (llvm::any_of(by, [&, &value = value](const Read &read) {
          return livesAtPeak(value, read);
        }))
      addCost(value.variable, move);
  }
}

void PricedProgram::findPeak() {
  SmallVector<double, 0> begins, ends;
  auto grow = [](SmallVector<double, 0> &at, unsigned place) -> double & {
    if (place >= at.size())
      at.resize(place + 1);
    return at[place];
  };
  for (auto [number, value] : llvm::enumerate(values)) {
    unsigned last = 0;
    for (const Read &read : readsOf(number))
      last = std::max(last, read.place);
    if (value.place == 0 || last <= value.place ||
        value.traffic == Traffic::free)
      continue;
    grow(begins, value.place) += value.elements;
    grow(ends, last) += value.elements;
  }
  ends.resize(std::max(begins.size(), ends.size()));
  begins.resize(ends.size());
  double live = 0, most = 0;
  for (unsigned place = 0; place < ends.size(); ++place) {
    live += begins[place] - ends[place];
    if (live > most) {
      most = live;
      peak = place;
    }
  }
}
