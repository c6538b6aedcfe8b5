// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%w: 77x8) -> 77x8
// ==>   func @main(%w: 80x8) -> 80x8                 // zeros from 77 on
//        func @main_pad_state(%w: 77x8) -> 80x8       // for checkpoints
//        func @main_unpad_state(%w: 80x8) -> 77x8
#include "lib/Shapes/PadState.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/Shapes/LinalgFlow.h"
#include "lib/Shapes/ResizedValues.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static constexpr StringLiteral stateName = "amp.state";

SmallVector<CarriedState, 0> amp::shapes::listCarriedStates(ModuleOp module) {
  SmallVector<CarriedState, 0> states;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!function.isPublic() || function.isExternal() ||
        !function.getFunctionBody().hasOneBlock())
      continue;
    llvm::DenseMap<Attribute, unsigned> resultOf;
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (Attribute name = function.getResultAttr(i, stateName))
        resultOf.try_emplace(name, i);
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      auto found = resultOf.find(function.getArgAttr(i, stateName));
      auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[i]);
      if (found != resultOf.end() && type && type.hasStaticShape() &&
          function.getResultTypes()[found->second] == type)
        states.push_back({function, i, found->second, type});
    }
  }
  return states;
}

static Value pad(GraphBuilder &graph, Value value, RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> none(type.getRank(), 0), high;
  for (auto [is, wanted] : llvm::zip_equal(from.getShape(), type.getShape()))
    high.push_back(wanted - is);
  Value zero = graph.scalar(
      cast<TypedAttr>(graph.builder.getZeroAttr(type.getElementType())));
  return graph
      .create("pad", type, {value, zero},
              {numbers(graph.builder, "edge_padding_high", high),
               numbers(graph.builder, "edge_padding_low", none),
               numbers(graph.builder, "interior_padding", none)})
      ->getResult(0);
}

static Value cut(GraphBuilder &graph, Value value, RankedTensorType type) {
  SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
  return graph
      .create("slice", type, value,
              {numbers(graph.builder, "limit_indices", type.getShape()),
               numbers(graph.builder, "start_indices", starts),
               numbers(graph.builder, "strides", strides)})
      ->getResult(0);
}

static Value move(GraphBuilder &graph, Value value, RankedTensorType type,
                  bool pads, bool onLinalg) {
  if (!onLinalg)
    return pads ? pad(graph, value, type) : cut(graph, value, type);
  OpBuilder &builder = graph.builder;
  return pads ? padTensor(builder, value, type,
                          builder.getZeroAttr(type.getElementType()))
              : cutTensor(builder, value, type);
}

static void addFunction(ArrayRef<CarriedState> states, bool pads,
                        bool onLinalg) {
  FunctionOpInterface step = states.front().function;
  OpBuilder builder(step.getContext());
  builder.setInsertionPointAfter(step);
  SmallVector<Type> from, to;
  for (const CarriedState &state : states) {
    from.push_back(pads ? Type(state.type) : state.value().getType());
    to.push_back(pads ? state.value().getType() : Type(state.type));
  }
  auto function = func::FuncOp::create(
      builder, step.getLoc(),
      (step.getName() + (pads ? "_pad_state" : "_unpad_state")).str(),
      builder.getFunctionType(from, to));
  SymbolTable(step->getParentOp()).insert(function);
  function->setAttr(unpaddedName, builder.getDenseI64ArrayAttr({}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  GraphBuilder graph(builder, step.getLoc());
  SmallVector<Value> moved;
  for (auto [i, state] : llvm::enumerate(states)) {
    Attribute name = step.getArgAttr(state.argument, stateName);
    function.setArgAttr(i, stateName, name);
    function.setResultAttr(i, stateName, name);
    moved.push_back(move(graph, function.getArgument(i),
                         cast<RankedTensorType>(to[i]), pads, onLinalg));
  }
  func::ReturnOp::create(builder, step.getLoc(), moved);
}

unsigned amp::shapes::describePadded(ArrayRef<CarriedState> states,
                                     bool onLinalg) {
  llvm::MapVector<Operation *, SmallVector<CarriedState, 0>> padded;
  for (const CarriedState &state : states)
    if (state.value().getType() != state.type)
      padded[state.function].push_back(state);
  unsigned count = 0;
  for (auto &[op, ofStep] : padded) {
    auto step = cast<FunctionOpInterface>(op);
    for (const CarriedState &state : ofStep) {
      auto sizes =
          DenseI64ArrayAttr::get(op->getContext(), state.type.getShape());
      step.setArgAttr(state.argument, unpaddedName, sizes);
      step.setResultAttr(state.result, unpaddedName, sizes);
    }
    for (bool pads : {false, true})
      addFunction(ofStep, pads, onLinalg);
    count += ofStep.size();
  }
  return count;
}
