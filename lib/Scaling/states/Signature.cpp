// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%w) -> (w)
//   ==>   func @main(%w, %scale, %tracker, %skipped)
//             -> (w, scale, tracker, skipped, found_inf)
#include "lib/Scaling/states/Signature.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/Scaling/states/Native.h"
#include "lib/Scaling/states/StatePairs.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static std::string nameOf(const Group &group, StringRef role) {
  return ("scaler['" + group.name.getValue() + "']." + role).str();
}

SmallVector<Slot> amp::scaling::listSlots(const Group &group,
                                          ScalerAttr scaler) {
  SmallVector<Slot> slots;
  for (const ScalerState &state : scaler.getStates())
    slots.push_back(
        {nameOf(group, state.role), state.role, state.type, state.init});
  if (slots.empty())
    return slots;
  auto count =
      RankedTensorType::get({}, IntegerType::get(scaler.getContext(), 32));
  slots.push_back({nameOf(group, "skipped"), "skipped", count,
                   DenseElementsAttr::get(count, int32_t(0))});
  return slots;
}

Slot amp::scaling::flagSlot(const Group &group) {
  auto flag =
      RankedTensorType::get({}, IntegerType::get(group.name.getContext(), 1));
  return {nameOf(group, "found_inf"), "found_inf", flag,
          DenseElementsAttr::get(flag, false)};
}

/// Returns `amp.role` and, if the next step takes the value, `amp.state`.
static SmallVector<NamedAttribute> describe(const Slot &slot, bool isCarried,
                                            MLIRContext *context) {
  Builder builder(context);
  SmallVector<NamedAttribute> attributes = {builder.getNamedAttr(
      AmpDialect::roleAttrName, builder.getStringAttr(slot.role))};
  if (isCarried)
    attributes.push_back(
        builder.getNamedAttr(stateAttrName, builder.getStringAttr(slot.name)));
  return attributes;
}

SmallVector<Value> amp::scaling::appendArguments(FunctionOpInterface function,
                                                 ArrayRef<Slot> slots) {
  SmallVector<NamedAttribute> sharding = native::replicatedLike(function);
  SmallVector<Value> values;
  for (const Slot &slot : slots) {
    unsigned number = function.getNumArguments();
    auto attributes = describe(slot, true, function.getContext());
    attributes.append(sharding);
    if (failed(function.insertArgument(
            number, slot.type,
            DictionaryAttr::get(function.getContext(), attributes),
            function.getLoc())))
      return {};
    values.push_back(function.getArgument(number));
  }
  return values;
}

LogicalResult amp::scaling::appendResult(FunctionOpInterface function,
                                         Value value,
                                         DictionaryAttr attributes) {
  Operation *end = function.getFunctionBody().front().getTerminator();
  end->insertOperands(end->getNumOperands(), value);
  return function.insertResult(function.getNumResults(), value.getType(),
                               attributes);
}

void amp::scaling::appendResults(FunctionOpInterface function,
                                 ArrayRef<Slot> slots, ValueRange values) {
  SmallVector<NamedAttribute> sharding = native::replicatedLike(function);
  Builder builder(function.getContext());
  for (auto [slot, value] : llvm::zip_equal(slots, values)) {
    auto attributes =
        describe(slot, slot.role != "found_inf", function.getContext());
    attributes.push_back(
        builder.getNamedAttr(infoAttrName, builder.getStringAttr(slot.name)));
    attributes.append(sharding);
    if (failed(appendResult(function, value,
                            builder.getDictionaryAttr(attributes))))
      return;
  }
}

void amp::scaling::addInitializer(FunctionOpInterface function,
                                  ArrayRef<Slot> slots) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  SmallVector<Type> types;
  for (const Slot &slot : slots)
    types.push_back(slot.type);
  auto initializer = func::FuncOp::create(
      builder, function.getLoc(), (function.getName() + "_init_scaler").str(),
      builder.getFunctionType({}, types));
  SymbolTable(function->getParentOp()).insert(initializer);
  builder.setInsertionPointToStart(initializer.addEntryBlock());
  SmallVector<Value> values;
  for (auto [number, slot] : llvm::enumerate(slots)) {
    values.push_back(
        GraphBuilder(builder, function.getLoc()).constant(slot.init));
    for (NamedAttribute attribute : describe(slot, true, function.getContext()))
      initializer.setResultAttr(number, attribute.getName(),
                                attribute.getValue());
    initializer.setResultAttr(number, infoAttrName,
                              builder.getStringAttr(slot.name));
  }
  func::ReturnOp::create(builder, function.getLoc(), values);
}
