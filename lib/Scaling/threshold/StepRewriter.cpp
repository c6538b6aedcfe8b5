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
#include "lib/Scaling/Step.h"
#include "lib/Scaling/states/Signature.h"
#include "lib/Scaling/threshold/Update.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

/// Attributes of an appended argument or result.
static DictionaryAttr describe(const AddedState &state, DictionaryAttr like,
                               bool isResult, MLIRContext *context) {
  Builder builder(context);
  NamedAttrList attributes;
  StringAttr name = builder.getStringAttr(state.name);
  attributes.set(AmpDialect::roleAttrName, builder.getStringAttr(state.role));
  if (state.role != movedRole)
    attributes.set(stateAttrName, name);
  if (isResult)
    attributes.set(infoAttrName, name);
  for (StringRef sharding : shardingNames)
    if (Attribute value = like && state.hasShape ? like.get(sharding) : nullptr)
      attributes.set(sharding, value);
  return attributes.getDictionary(context);
}

FailureOr<Value> StepRewriter::addArgument(const AddedState &state,
                                           unsigned like) {
  unsigned number = function.getNumArguments();
  if (failed(function.insertArgument(number, state.type,
                                     ::describe(state,
                                                function.getArgAttrDict(like),
                                                false, function.getContext()),
                                     function.getArgument(like).getLoc())))
    return failure();
  return Value(function.getArgument(number));
}

LogicalResult StepRewriter::returnState(const AddedState &state, Value value,
                                        unsigned like) {
  return appendResult(function, value,
                      ::describe(state, function.getArgAttrDict(like), true,
                                 function.getContext()));
}

/// Appends the arguments of all parameters, then the states that devices share.
LogicalResult StepRewriter::addArguments() {
  rewritten.resize(parameters.size());
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten)) {
    unsigned number = parameter.pair.argument;
    made.states = Cell(parameter, spec).listStates();
    made.stored.push_back(function.getArgument(number));
    for (const AddedState &state : made.states) {
      FailureOr<Value> argument = addArgument(state, number);
      if (failed(argument))
        return failure();
      made.stored.push_back(*argument);
    }
  }
  shared = listShared(spec, function.getContext());
  for (const AddedState &state : shared) {
    FailureOr<Value> argument = addArgument(state, 0);
    if (failed(argument))
      return failure();
    sharedStored.push_back(*argument);
  }
  return success();
}

/// Returns the accumulator plus the update, still computed from the f32 weight.
FailureOr<Value> StepRewriter::accumulate(const Parameter &parameter,
                                          Rewritten &made) {
  SymbolTable symbols(function->getParentOp());
  FailureOr<Value> sum = accumulateUpdate(parameter, made.stored[1], symbols);
  StateOp mark = parameter.mark;
  made.updated = mark.getValues()[parameter.number];
  return sum;
}

/// Changes the argument to its stored type, and redirects its users to the
/// weight that it represents.
void StepRewriter::retype(const Parameter &parameter, Rewritten &made,
                          OpBuilder &builder) {
  auto argument = cast<BlockArgument>(made.stored[0]);
  if (made.updated == argument)
    made.updated = {};
  Quanta quanta(builder, argument.getLoc(), parameter, spec);
  Cell cell(parameter, spec);
  Value weight = quanta.placeholder();
  argument.replaceAllUsesWith(weight);
  argument.setType(cell.getType());
  Draws draws(sharedNext.empty() ? Value() : sharedNext[0]);
  made.noise = cell.draw(quanta, &draws);
  if (!sharedNext.empty())
    sharedNext[0] = draws.key;
  Value noise = made.noise.empty() ? Value() : made.noise[0];
  weight.replaceAllUsesWith(cell.read(quanta, made.stored, noise));
  weight.getDefiningOp()->erase();
}

/// Builds the next states from the accumulated update.
void StepRewriter::buildMove(const Parameter &parameter, Value sum,
                             Rewritten &made) {
  OpBuilder builder(parameter.mark);
  if (sum.getDefiningOp())
    builder.setInsertionPointAfterValue(sum);
  Quanta quanta(builder, StateOp(parameter.mark).getLoc(), parameter, spec);
  SmallVector<Value, 5> stored = made.stored;
  stored[1] = sum;
  made.next = Cell(parameter, spec)
                  .move(quanta, stored, made.noise,
                        sharedStored.empty() ? Value() : sharedStored[1]);
}

/// Returns the new mark: stored weights replace f32 ones, and the added states
/// are appended.
StateOp StepRewriter::replaceMark(StateOp mark, bool isFirst) {
  Builder attributes(mark.getContext());
  SmallVector<Value> values(mark.getValues()), old(mark.getOld());
  SmallVector<Attribute> names(mark->getNumResults(),
                               attributes.getStringAttr(""));
  SmallVector<Attribute> kinds(mark.getKindsAttr().begin(),
                               mark.getKindsAttr().end());
  if (ArrayAttr given = mark.getNamesAttr())
    names.assign(given.begin(), given.end());
  auto append = [&](const AddedState &state, Value next, Value stored) {
    values.push_back(next);
    old.push_back(stored);
    names.push_back(attributes.getStringAttr(state.name));
    kinds.push_back(attributes.getStringAttr(state.kind));
  };
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten)) {
    if (parameter.mark != mark)
      continue;
    values[parameter.number] = made.next[0];
    old[parameter.number] = made.stored[0];
    for (auto [i, state] : llvm::enumerate(made.states))
      append(state, made.next[i + 1], made.stored[i + 1]);
  }
  for (unsigned i = 0; isFirst && i < shared.size(); ++i)
    append(shared[i], sharedNext[i], sharedStored[i]);
  OpBuilder builder(mark);
  return StateOp::create(builder, mark.getLoc(), TypeRange(ValueRange(values)),
                         mark.getGroupAttr(), values, old,
                         attributes.getArrayAttr(names),
                         attributes.getArrayAttr(kinds));
}

/// Returns the states of one parameter. Users of its f32 weight after the mark
/// use the weight that the next state represents.
LogicalResult StepRewriter::finish(const Parameter &parameter, StateOp mark,
                                   unsigned &nextAdded, Rewritten &made) {
  Operation *end = function.getFunctionBody().front().getTerminator();
  unsigned like = parameter.pair.argument;
  Value wide = StateOp(parameter.mark)->getResult(parameter.number);
  SmallVector<Value, 5> states = {mark->getResult(parameter.number)};
  for (unsigned i = 0; i < made.states.size(); ++i)
    states.push_back(mark->getResult(nextAdded++));
  end->setOperand(parameter.pair.result, states[0]);
  OpBuilder builder(mark->getContext());
  builder.setInsertionPointAfter(mark);
  Quanta behind(builder, mark.getLoc(), parameter, spec);
  if (!wide.use_empty())
    wide.replaceAllUsesWith(Cell(parameter, spec).read(behind, states, {}));
  Value moved = behind.countMoved(made.stored[0], states[0]);
  for (auto [i, state] : llvm::enumerate(made.states))
    if (failed(returnState(state, states[i + 1], like)))
      return failure();
  return returnState({parameter.pair.name + ".moved", movedRole, "", {}, false},
                     moved, like);
}

LogicalResult StepRewriter::finishMarks() {
  llvm::MapVector<Operation *, std::pair<StateOp, unsigned>> marks;
  for (const Parameter &parameter : parameters) {
    bool isFirst = marks.empty();
    if (auto &[made, nextAdded] = marks[parameter.mark]; !made) {
      made = replaceMark(parameter.mark, isFirst);
      nextAdded = StateOp(parameter.mark)->getNumResults();
    }
  }
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten)) {
    auto &[mark, nextAdded] = marks[parameter.mark];
    if (failed(finish(parameter, mark, nextAdded, made)))
      return failure();
  }
  StateOp first = marks.front().second.first;
  for (auto [i, state] : llvm::enumerate(shared))
    if (failed(returnState(
            state, first->getResult(first->getNumResults() - shared.size() + i),
            0)))
      return failure();
  for (auto &[was, made] : marks) {
    was->replaceAllUsesWith(
        made.first->getResults().take_front(was->getNumResults()));
    was->erase();
  }
  return success();
}

/// Redirects users of the new f32 value before its mark.
void StepRewriter::replaceUpdated(const Parameter &parameter,
                                  const Rewritten &made) {
  if (!made.updated)
    return;
  Value updated = made.updated;
  if (!updated.use_empty()) {
    OpBuilder builder(updated.getContext());
    builder.setInsertionPointAfterValue(made.next.back());
    Quanta quanta(builder, updated.getLoc(), parameter, spec);
    updated.replaceAllUsesWith(
        Cell(parameter, spec).read(quanta, made.next, {}));
  }
  eraseDead(updated.getDefiningOp());
}

LogicalResult StepRewriter::run() {
  if (failed(addArguments()))
    return failure();
  SmallVector<Value> sums;
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten)) {
    FailureOr<Value> sum = accumulate(parameter, made);
    if (failed(sum))
      return failure();
    sums.push_back(*sum);
  }
  Block *entry = &function.getFunctionBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(entry);
  if (!shared.empty()) {
    GraphBuilder graph(builder, function.getLoc());
    Value one = graph.scalar(builder.getI32IntegerAttr(1));
    sharedNext = {sharedStored[0], graph.apply("add", {sharedStored[1], one})};
  }
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten))
    retype(parameter, made, builder);
  for (auto [parameter, sum, made] :
       llvm::zip_equal(parameters, sums, rewritten))
    buildMove(parameter, sum, made);
  if (failed(finishMarks()))
    return failure();
  for (auto [parameter, made] : llvm::zip_equal(parameters, rewritten))
    replaceUpdated(parameter, made);
  setSignature();
  return success();
}

/// Updates the function type to the types of its arguments and results.
void StepRewriter::setSignature() {
  Block &entry = function.getFunctionBody().front();
  SmallVector<Type> inputs(entry.getArgumentTypes());
  SmallVector<Type> results(entry.getTerminator()->getOperandTypes());
  function.setType(function.cloneTypeWith(inputs, results));
}
