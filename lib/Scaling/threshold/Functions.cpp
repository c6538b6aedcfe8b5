// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%w: i8, …)   ==>   func @main_init_weights(%w: f32) -> (i8, …)
//                               func @main_read_weights(%w: i8, …) -> f32
#include "dialects/amp/IR/Amp.h"
#include "lib/Scaling/Step.h"
#include "lib/Scaling/threshold/StepRewriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

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

/// The function returns, for each parameter, its argument and states, then the
/// states that all devices share.
void amp::scaling::addInitializer(FunctionOpInterface function,
                                  ArrayRef<Parameter> parameters,
                                  const ThresholdSpec &spec) {
  SmallVector<Type> inputs, results;
  for (const Parameter &parameter : parameters) {
    Cell cell(parameter, spec);
    inputs.push_back(parameter.type);
    results.push_back(cell.getType());
    for (const AddedState &state : cell.listStates())
      results.push_back(state.type);
  }
  SmallVector<AddedState, 2> shared = listShared(spec, function.getContext());
  for (const AddedState &state : shared)
    results.push_back(state.type);
  func::FuncOp made = addFunction(function, "_init_weights", inputs, results);
  OpBuilder builder = OpBuilder::atBlockEnd(&made.getBody().front());
  SmallVector<Value> values;
  for (auto [number, parameter] : llvm::enumerate(parameters)) {
    Quanta quanta(builder, function.getLoc(), parameter, spec);
    Cell cell(parameter, spec);
    made.setArgAttr(number, stateAttrName,
                    builder.getStringAttr(parameter.pair.name));
    nameResult(made, values.size(), parameter.pair.name, "");
    for (auto [i, state] : llvm::enumerate(cell.listStates()))
      nameResult(made, values.size() + 1 + i, state.name, state.role);
    llvm::append_range(values, cell.init(quanta, made.getArgument(number)));
  }
  for (const AddedState &state : shared) {
    nameResult(made, values.size(), state.name, state.role);
    uint64_t first = state.kind == "key" ? uint64_t(spec.device->seed) : 0;
    APInt number(state.type.getElementTypeBitWidth(), first);
    values.push_back(GraphBuilder(builder, function.getLoc())
                         .constant(DenseElementsAttr::get(state.type, number)));
  }
  func::ReturnOp::create(builder, function.getLoc(), values);
}

/// The function takes, for each parameter, its argument, its scale and the age
/// of its devices, then the shared key. It draws the numbers of the next step.
void amp::scaling::addReader(FunctionOpInterface function,
                             ArrayRef<Parameter> parameters,
                             const ThresholdSpec &spec) {
  SmallVector<Type> inputs, results;
  SmallVector<std::string> names;
  auto take = [&](Type type, StringRef name) {
    inputs.push_back(type);
    names.push_back(name.str());
  };
  for (const Parameter &parameter : parameters) {
    Cell cell(parameter, spec);
    auto states = cell.listStates();
    take(cell.getType(), parameter.pair.name);
    take(states[1].type, states[1].name);
    if (spec.device)
      take(states[3].type, states[3].name);
    results.push_back(parameter.type);
  }
  if (spec.device) {
    AddedState key = listShared(spec, function.getContext()).front();
    take(key.type, key.name);
  }
  func::FuncOp made = addFunction(function, "_read_weights", inputs, results);
  OpBuilder builder = OpBuilder::atBlockEnd(&made.getBody().front());
  for (auto [number, name] : llvm::enumerate(names))
    made.setArgAttr(number, stateAttrName, builder.getStringAttr(name));
  Draws draws(made.getArguments().back());
  SmallVector<Value> values, unused;
  unsigned next = 0;
  for (auto [number, parameter] : llvm::enumerate(parameters)) {
    Quanta quanta(builder, function.getLoc(), parameter, spec);
    Cell cell(parameter, spec);
    Value argument = made.getArgument(next++), scale = made.getArgument(next++);
    Value age = spec.device ? Value(made.getArgument(next++)) : Value();
    auto noise = cell.draw(quanta, &draws);
    values.push_back(cell.read(quanta, {argument, {}, scale, {}, age},
                               noise.empty() ? Value() : noise[0]));
    llvm::append_range(unused, ArrayRef(noise).drop_front(!noise.empty()));
    made.setResultAttr(number, infoAttrName,
                       builder.getStringAttr(parameter.pair.name));
  }
  func::ReturnOp::create(builder, function.getLoc(), values);
  // Draws of writes only advance the key.
  for (Value value : llvm::reverse(unused))
    if (value)
      eraseDead(value.getDefiningOp());
}
