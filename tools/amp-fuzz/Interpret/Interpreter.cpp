// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interpret/Interpreter.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static const Handlers &allHandlers() {
  static const Handlers handlers = [] {
    Handlers all;
    addElementwiseHandlers(all);
    addChoiceHandlers(all);
    addShapeHandlers(all);
    addContractionHandlers(all);
    addStatisticsHandlers(all);
    addReductionHandlers(all);
    addScanHandlers(all);
    addIndexingHandlers(all);
    addCollectiveHandlers(all);
    addTrainingHandlers(all);
    return all;
  }();
  return handlers;
}

Interpreter::Interpreter(ModuleOp module, InterpreterOptions options)
    : remaining(options.budget), module(module), symbols(module),
      options(options) {}

double Interpreter::round(const Format &format, double value) {
  bool isHeld = !rounds();
  double rounded = isHeld ? value : roundTo(format, value);
  if (options.noise == 0 || !isHeld)
    return rounded;
  noiseState ^= noiseState << 13;
  noiseState ^= noiseState >> 7;
  noiseState ^= noiseState << 17;
  return rounded * (1 + options.noise * ((noiseState >> 11) * 0x1p-52 - 1));
}

void Interpreter::fail(Operation *op, const Twine &why) {
  if (error.empty())
    error = (op->getName().getStringRef() + ": " + why).str();
}

bool Interpreter::spend(Operation *op, int64_t elements) {
  remaining -= elements;
  if (remaining < 0)
    fail(op, "budget is spent");
  return remaining >= 0;
}

Tensor fuzz::emptyResult(Interpreter &interpreter, Operation *op, unsigned i) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(i).getType());
  if (!type || !type.hasStaticShape()) {
    interpreter.fail(op, "expects a result of static shape");
    return Tensor(
        op->getContext() ? Float32Type::get(op->getContext()) : Type(), {});
  }
  return Tensor(type);
}

void Interpreter::set(Value value, Tensor tensor) {
  if (observer)
    observer(value, tensor);
  (*environment)[value] = std::move(tensor);
}

const Tensor *Interpreter::get(Value value) {
  auto found = environment->find(value);
  return found == environment->end() ? nullptr : &found->second;
}

Interpreter::Values Interpreter::runRegion(Region &region,
                                           ArrayRef<Tensor> arguments) {
  Block &block = region.front();
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    set(argument, value);
  Values results;
  for (Operation &op : block) {
    if (failed())
      return results;
    if (!op.hasTrait<OpTrait::IsTerminator>()) {
      execute(&op);
      continue;
    }
    for (Value operand : op.getOperands())
      if (const Tensor *value = get(operand))
        results.push_back(*value);
      else
        fail(&op, "operand has no value");
  }
  return results;
}

Interpreter::Values Interpreter::run(func::FuncOp function,
                                     ArrayRef<Tensor> arguments) {
  if (!function || function.isExternal() || !function.getBody().hasOneBlock()) {
    fail(module, "expects a function with one block");
    return {};
  }
  if (++depth > 64) {
    fail(function, "calls are nested too deeply");
    return {};
  }
  Environment own;
  Environment *outer = std::exchange(environment, &own);
  Values results = runRegion(function.getBody(), arguments);
  environment = outer;
  --depth;
  return results;
}

Interpreter::Values Interpreter::call(Operation *op, StringRef callee,
                                      ArrayRef<Tensor> arguments) {
  auto function = symbols.lookup<func::FuncOp>(callee);
  if (!function) {
    fail(op, "expects a function named " + callee);
    return {};
  }
  return run(function, arguments);
}

Interpreter::Values Interpreter::evaluate(Operation *op, Environment values) {
  for (Value result : op->getResults())
    values.erase(result);
  Environment *outer = std::exchange(environment, &values);
  execute(op);
  Values results;
  for (Value result : op->getResults())
    if (const Tensor *value = get(result))
      results.push_back(*value);
  environment = outer;
  return results;
}

static SmallVector<Tensor> copyOf(Interpreter::Operands operands) {
  return llvm::map_to_vector(operands,
                             [](const Tensor *tensor) { return *tensor; });
}

bool Interpreter::executeControl(Operation *op, Operands operands,
                                 Values &results) {
  if (auto called = dyn_cast<func::CallOp>(op)) {
    results = call(op, called.getCallee(), copyOf(operands));
    return true;
  }
  if (auto composite = dyn_cast<stablehlo::CompositeOp>(op)) {
    results = call(op, composite.getDecomposition(), copyOf(operands));
    return true;
  }
  if (auto custom = dyn_cast<stablehlo::CustomCallOp>(op);
      custom && expectation) {
    StringRef check = custom.getCallTargetName();
    if (!check.starts_with("check.expect_") || operands.size() != 2)
      return false;
    if (!expectation(check, *operands[0], *operands[1]))
      fail(op, "gives other results than expected");
    return true;
  }
  if (isa<stablehlo::IfOp>(op)) {
    results = runRegion(op->getRegion(operands[0]->scalar() ? 0 : 1), {});
    return true;
  }
  if (isa<stablehlo::CaseOp>(op)) {
    int64_t index = operands[0]->scalar(), count = op->getNumRegions();
    results = runRegion(
        op->getRegion(index < 0 || index >= count ? count - 1 : index), {});
    return true;
  }
  if (!isa<stablehlo::WhileOp>(op))
    return false;
  SmallVector<Tensor> carried = copyOf(operands);
  while (!failed() && spend(op, 1)) {
    Values goesOn = runRegion(op->getRegion(0), carried);
    if (failed() || !goesOn[0].scalar())
      break;
    Values next = runRegion(op->getRegion(1), carried);
    carried.assign(std::make_move_iterator(next.begin()),
                   std::make_move_iterator(next.end()));
  }
  results.assign(carried.begin(), carried.end());
  return true;
}

void Interpreter::execute(Operation *op) {
  // Tuples are not stored: get_tuple_element looks up the operand of the tuple.
  if (isa<stablehlo::TupleOp>(op))
    return;
  if (auto element = dyn_cast<stablehlo::GetTupleElementOp>(op)) {
    auto tuple = element.getOperand().getDefiningOp<stablehlo::TupleOp>();
    const Tensor *part =
        tuple ? get(tuple.getOperand(element.getIndex())) : nullptr;
    return part ? set(op->getResult(0), Tensor(*part))
                : fail(op, "expects a tuple that is made here");
  }
  SmallVector<const Tensor *, 4> operands;
  int64_t elements = 1;
  // The environment may reallocate in regions, so regions get copies of
  // operands.
  SmallVector<Tensor, 4> held;
  bool hasRegions =
      op->getNumRegions() != 0 || isa<func::CallOp, stablehlo::CompositeOp>(op);
  held.reserve(op->getNumOperands());
  for (Value operand : op->getOperands()) {
    const Tensor *value = get(operand);
    if (!value)
      return fail(op, "operand has no value");
    if (hasRegions) {
      held.push_back(*value);
      value = &held.back();
    }
    elements += value->count();
    operands.push_back(value);
  }
  if (!spend(op, elements))
    return;
  Values results;
  if (!executeControl(op, operands, results)) {
    auto handler = allHandlers().find(op->getName().getStringRef());
    if (handler == allHandlers().end()) {
      wasUnsupported = true;
      return fail(op, "is not known to the interpreter");
    }
    handler->second(*this, op, operands, results);
  }
  if (failed())
    return;
  if (results.size() != op->getNumResults())
    return fail(op, "has results that the interpreter did not compute");
  for (auto [value, tensor] : llvm::zip(op->getResults(), results))
    set(value, std::move(tensor));
}
