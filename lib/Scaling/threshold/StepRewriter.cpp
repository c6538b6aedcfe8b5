// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%w: f32) -> f32 {
//   dot_general %x, %w … return amp.state (%w + %update) else (%w) }
//     ==>
// func @main(%n: i8, %chi: f32, %scale: f32) -> (i8, f32, f32, i32) {
//   %w = convert(%n) * %scale
//   dot_general %x, %w …
//   %n1, %chi1, %scale1 = amp.state (move quanta of %chi + %update) else (…)
//   return %n1, %chi1, %scale1, count(%n1 != %n) }
#include "lib/Scaling/threshold/StepRewriter.h"
#include "dialects/amp/IR/Amp.h"
#include "lib/Scaling/Signature.h"
#include "lib/Scaling/threshold/Update.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral shardingNames[] = {"mhlo.sharding",
                                                  "sdy.sharding"};
static constexpr StringLiteral accumulatorRole = "accumulator";
static constexpr StringLiteral scaleRole = "epsilon";
static constexpr StringLiteral movedRole = "moved";

static AddedState accumulatorOf(const Parameter &parameter) {
  return {parameter.pair.name + ".chi",
          accumulatorRole,
          {},
          {},
          parameter.pair.argument};
}

static AddedState scaleOf(const Parameter &parameter) {
  return {parameter.pair.name + ".epsilon",
          scaleRole,
          {},
          {},
          parameter.pair.argument};
}

/// Attributes of an appended argument or result. Only values with the shape of
/// a parameter have its sharding.
static DictionaryAttr describe(const AddedState &state, DictionaryAttr like,
                               bool hasShape, bool isState, bool isResult,
                               MLIRContext *context) {
  Builder builder(context);
  NamedAttrList attributes;
  StringAttr name = builder.getStringAttr(state.name);
  attributes.set(AmpDialect::roleAttrName, builder.getStringAttr(state.role));
  if (isState)
    attributes.set(stateAttrName, name);
  if (isResult)
    attributes.set(infoAttrName, name);
  for (StringRef sharding : shardingNames)
    if (Attribute value = like && hasShape ? like.get(sharding) : nullptr)
      attributes.set(sharding, value);
  return attributes.getDictionary(context);
}

FailureOr<Value> StepRewriter::addArgument(const AddedState &state, Type type) {
  unsigned number = function.getNumArguments();
  if (failed(function.insertArgument(
          number, type,
          ::describe(state, function.getArgAttrDict(state.like),
                     state.role == accumulatorRole, true, false,
                     function.getContext()),
          function.getArgument(state.like).getLoc())))
    return failure();
  return Value(function.getArgument(number));
}

LogicalResult StepRewriter::returnState(const AddedState &state, Value value) {
  return appendResult(function, value,
                      ::describe(state, function.getArgAttrDict(state.like),
                                 state.role == accumulatorRole,
                                 state.role != movedRole, true,
                                 function.getContext()));
}

/// Erases `op` and the ops that only it reads, if nothing reads `op`.
static void eraseDead(Operation *op) {
  SmallVector<Operation *> work = {op};
  while (!work.empty()) {
    Operation *next = work.pop_back_val();
    if (!next || !isOpTriviallyDead(next))
      continue;
    llvm::SmallSetVector<Operation *, 4> makers;
    for (Value operand : next->getOperands())
      if (Operation *maker = operand.getDefiningOp())
        makers.insert(maker);
    next->erase();
    llvm::append_range(work, makers);
  }
}

/// Returns the accumulator plus the update, still in terms of the f32 weight.
FailureOr<Value> StepRewriter::addAccumulator(const Parameter &parameter,
                                              Rewritten &made) {
  AddedState accumulator = accumulatorOf(parameter), scale = scaleOf(parameter);
  FailureOr<Value> chi = addArgument(accumulator, parameter.type);
  FailureOr<Value> epsilon = addArgument(scale, parameter.getScaleType());
  if (failed(chi) || failed(epsilon))
    return failure();
  accumulator.argument = *chi;
  scale.argument = *epsilon;
  made.added = {accumulator, scale};
  StateOp mark = parameter.mark;
  made.updated = mark.getValues()[parameter.number];
  SymbolTable symbols(function->getParentOp());
  return accumulateUpdate(parameter, *chi, symbols);
}

/// The argument becomes an integer, and all its readers read the dequantized
/// weight.
void StepRewriter::retype(const Parameter &parameter, Rewritten &made) {
  Block *entry = &function.getFunctionBody().front();
  BlockArgument argument = entry->getArgument(parameter.pair.argument);
  OpBuilder builder = OpBuilder::atBlockBegin(entry);
  Quanta quanta(builder, argument.getLoc(), parameter, spec);
  Value weight = quanta.placeholder();
  argument.replaceAllUsesWith(weight);
  argument.setType(quanta.getStoredType());
  weight.replaceAllUsesWith(
      quanta.dequantize(argument, made.added[1].argument));
  weight.getDefiningOp()->erase();
  if (made.updated == argument)
    made.updated = {};
  made.count = argument;
}

/// Builds the next states behind the accumulated update.
void StepRewriter::buildMove(const Parameter &parameter, Value sum,
                             Rewritten &made) {
  OpBuilder builder(parameter.mark);
  if (sum.getDefiningOp())
    builder.setInsertionPointAfterValue(sum);
  Quanta quanta(builder, StateOp(parameter.mark).getLoc(), parameter, spec);
  Quanta::Carried next = quanta.move(made.count, sum, made.added[1].argument);
  made.next = next.count;
  made.added[0].next = next.accumulator;
  made.added[1].next = next.scale;
}

/// Returns the new mark: integers in the place of weights, appended states
/// behind the others.
StateOp StepRewriter::replaceMark(StateOp mark) {
  Builder attributes(mark.getContext());
  unsigned count = mark->getNumResults();
  SmallVector<Value> values(mark.getValues()), old(mark.getOld());
  SmallVector<Attribute> names(count, attributes.getStringAttr(""));
  SmallVector<Attribute> kinds(mark.getKindsAttr().begin(),
                               mark.getKindsAttr().end());
  if (ArrayAttr given = mark.getNamesAttr())
    names.assign(given.begin(), given.end());
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten)) {
    if (parameter.mark != mark)
      continue;
    values[parameter.number] = made.next;
    old[parameter.number] = made.count;
    for (const AddedState &state : made.added) {
      values.push_back(state.next);
      old.push_back(state.argument);
      names.push_back(attributes.getStringAttr(state.name));
      kinds.push_back(attributes.getStringAttr("other"));
    }
  }
  OpBuilder builder(mark);
  return StateOp::create(builder, mark.getLoc(), TypeRange(ValueRange(values)),
                         mark.getGroupAttr(), values, old,
                         attributes.getArrayAttr(names),
                         attributes.getArrayAttr(kinds));
}

/// Readers of the f32 weight behind the update read the dequantized one.
LogicalResult StepRewriter::finish(const Parameter &parameter, StateOp mark,
                                   unsigned &nextAdded, Rewritten &made) {
  Operation *end = function.getFunctionBody().front().getTerminator();
  Value count = mark->getResult(parameter.number);
  Value wide = StateOp(parameter.mark)->getResult(parameter.number);
  end->setOperand(parameter.pair.result, count);
  OpBuilder builder(mark->getContext());
  builder.setInsertionPointAfter(mark);
  Quanta behind(builder, mark.getLoc(), parameter, spec);
  SmallVector<Value, 2> states;
  for (unsigned i = 0; i < made.added.size(); ++i)
    states.push_back(mark->getResult(nextAdded++));
  if (!wide.use_empty())
    wide.replaceAllUsesWith(behind.dequantize(count, states[1]));
  Value moved = behind.countMoved(made.count, count);
  for (auto [state, value] : llvm::zip_equal(made.added, states))
    if (failed(returnState(state, value)))
      return failure();
  return returnState({parameter.pair.name + ".moved",
                      movedRole,
                      {},
                      {},
                      parameter.pair.argument},
                     moved);
}

/// Readers of the new value in front of its mark.
void StepRewriter::replaceUpdated(const Parameter &parameter,
                                  const Rewritten &made) {
  if (!made.updated)
    return;
  Value updated = made.updated;
  if (!updated.use_empty()) {
    OpBuilder builder(updated.getContext());
    builder.setInsertionPointAfterValue(made.added[1].next);
    Quanta quanta(builder, updated.getLoc(), parameter, spec);
    updated.replaceAllUsesWith(
        quanta.dequantize(made.next, made.added[1].next));
  }
  eraseDead(updated.getDefiningOp());
}

LogicalResult StepRewriter::run() {
  rewritten.resize(parameters.size());
  SmallVector<Value> sums;
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten)) {
    FailureOr<Value> sum = addAccumulator(parameter, made);
    if (failed(sum))
      return failure();
    sums.push_back(*sum);
  }
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten))
    retype(parameter, made);
  for (auto [parameter, sum, made] :
       llvm::zip_equal(parameters, sums, rewritten))
    buildMove(parameter, sum, made);
  llvm::MapVector<Operation *, std::pair<StateOp, unsigned>> marks;
  for (const Parameter &parameter : parameters)
    if (auto &[made, nextAdded] = marks[parameter.mark]; !made) {
      made = replaceMark(parameter.mark);
      nextAdded = StateOp(parameter.mark)->getNumResults();
    }
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten)) {
    auto &[mark, nextAdded] = marks[parameter.mark];
    if (failed(finish(parameter, mark, nextAdded, made)))
      return failure();
  }
  for (auto &[was, made] : marks) {
    was->replaceAllUsesWith(
        made.first->getResults().take_front(was->getNumResults()));
    was->erase();
  }
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten))
    replaceUpdated(parameter, made);
  setSignature();
  return success();
}

/// The type of the function follows those of its arguments and results.
void StepRewriter::setSignature() {
  Block &entry = function.getFunctionBody().front();
  SmallVector<Type> inputs(entry.getArgumentTypes());
  SmallVector<Type> results(entry.getTerminator()->getOperandTypes());
  function.setType(function.cloneTypeWith(inputs, results));
}

//===----------------------------------------------------------------------===//
// NAME_init_weights, NAME_read_weights
//===----------------------------------------------------------------------===//

static func::FuncOp addFunction(FunctionOpInterface function, StringRef suffix,
                                ArrayRef<Type> inputs, ArrayRef<Type> results) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  auto made = func::FuncOp::create(builder, function.getLoc(),
                                   (function.getName() + suffix).str(),
                                   builder.getFunctionType(inputs, results));
  SymbolTable(function->getParentOp()).insert(made);
  made.addEntryBlock();
  return made;
}

static void nameResult(func::FuncOp made, unsigned number, StringRef name,
                       StringRef role) {
  Builder builder(made.getContext());
  if (!role.empty())
    made.setResultAttr(number, AmpDialect::roleAttrName,
                       builder.getStringAttr(role));
  made.setResultAttr(number, stateAttrName, builder.getStringAttr(name));
  made.setResultAttr(number, infoAttrName, builder.getStringAttr(name));
}

/// For each parameter its integers, accumulator and scale.
void amp::scaling::addInitializer(FunctionOpInterface function,
                                  ArrayRef<Parameter> parameters,
                                  const ThresholdSpec &spec) {
  SmallVector<Type> inputs, results;
  for (const Parameter &parameter : parameters) {
    inputs.push_back(parameter.type);
    results.push_back(function.getArgumentTypes()[parameter.pair.argument]);
    results.push_back(parameter.type);
    results.push_back(parameter.getScaleType());
  }
  func::FuncOp made = addFunction(function, "_init_weights", inputs, results);
  OpBuilder builder = OpBuilder::atBlockEnd(&made.getBody().front());
  SmallVector<Value> values;
  for (auto [number, parameter] : llvm::enumerate(parameters)) {
    Quanta quanta(builder, function.getLoc(), parameter, spec);
    Quanta::Carried first = quanta.init(made.getArgument(number));
    made.setArgAttr(number, stateAttrName,
                    builder.getStringAttr(parameter.pair.name));
    nameResult(made, values.size(), parameter.pair.name, "");
    nameResult(made, values.size() + 1, accumulatorOf(parameter).name,
               accumulatorRole);
    nameResult(made, values.size() + 2, scaleOf(parameter).name, scaleRole);
    values.append({first.count, first.accumulator, first.scale});
  }
  func::ReturnOp::create(builder, function.getLoc(), values);
}

void amp::scaling::addReader(FunctionOpInterface function,
                             ArrayRef<Parameter> parameters,
                             const ThresholdSpec &spec) {
  SmallVector<Type> inputs, results;
  for (const Parameter &parameter : parameters) {
    inputs.push_back(function.getArgumentTypes()[parameter.pair.argument]);
    inputs.push_back(parameter.getScaleType());
    results.push_back(parameter.type);
  }
  func::FuncOp made = addFunction(function, "_read_weights", inputs, results);
  OpBuilder builder = OpBuilder::atBlockEnd(&made.getBody().front());
  SmallVector<Value> values;
  for (auto [number, parameter] : llvm::enumerate(parameters)) {
    Quanta quanta(builder, function.getLoc(), parameter, spec);
    Value count = made.getArgument(2 * number);
    Value scale = made.getArgument(2 * number + 1);
    made.setArgAttr(2 * number, stateAttrName,
                    builder.getStringAttr(parameter.pair.name));
    made.setArgAttr(2 * number + 1, stateAttrName,
                    builder.getStringAttr(scaleOf(parameter).name));
    made.setResultAttr(number, infoAttrName,
                       builder.getStringAttr(parameter.pair.name));
    values.push_back(quanta.dequantize(count, scale));
  }
  func::ReturnOp::create(builder, function.getLoc(), values);
}
