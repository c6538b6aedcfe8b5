// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%w) -> (w)
//   ==>   func @main(%w, %scale, %tracker, %skipped)
//             -> (w, scale, tracker, skipped, found_inf)
#include "lib/Scaling/Signature.h"
#include "lib/Scaling/Native.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral stateName = "amp.state";
static constexpr StringLiteral infoName = "jax.result_info";

static std::string nameOf(const Group &group, StringRef role) {
  return ("scaler['" + group.name.getValue() + "']." + role).str();
}

SmallVector<Slot> amp::listSlots(const Group &group, ScalerAttr scaler) {
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

Slot amp::flagSlot(const Group &group) {
  auto flag =
      RankedTensorType::get({}, IntegerType::get(group.name.getContext(), 1));
  return {nameOf(group, "found_inf"), "found_inf", flag,
          DenseElementsAttr::get(flag, false)};
}

/// `amp.role`, and `amp.state` where the next step reads it.
static SmallVector<NamedAttribute> describe(const Slot &slot, bool isCarried,
                                            MLIRContext *context) {
  Builder builder(context);
  SmallVector<NamedAttribute> attributes = {builder.getNamedAttr(
      AmpDialect::roleAttrName, builder.getStringAttr(slot.role))};
  if (isCarried)
    attributes.push_back(
        builder.getNamedAttr(stateName, builder.getStringAttr(slot.name)));
  return attributes;
}

SmallVector<Value> amp::appendArguments(FunctionOpInterface function,
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

void amp::appendResults(FunctionOpInterface function, ArrayRef<Slot> slots,
                        ValueRange values) {
  SmallVector<NamedAttribute> sharding = native::replicatedLike(function);
  Builder builder(function.getContext());
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (auto [slot, value] : llvm::zip_equal(slots, values)) {
    auto attributes =
        describe(slot, slot.role != "found_inf", function.getContext());
    attributes.push_back(
        builder.getNamedAttr(infoName, builder.getStringAttr(slot.name)));
    attributes.append(sharding);
    if (failed(function.insertResult(
            function.getNumResults(), slot.type,
            DictionaryAttr::get(function.getContext(), attributes))))
      return;
    end->insertOperands(end->getNumOperands(), value);
  }
}

void amp::addInitializer(FunctionOpInterface function, ArrayRef<Slot> slots) {
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
    values.push_back(native::constant(builder, function.getLoc(), slot.init));
    for (NamedAttribute attribute : describe(slot, true, function.getContext()))
      initializer.setResultAttr(number, attribute.getName(),
                                attribute.getValue());
    initializer.setResultAttr(number, infoName,
                              builder.getStringAttr(slot.name));
  }
  func::ReturnOp::create(builder, function.getLoc(), values);
}

//===----------------------------------------------------------------------===//
// Pairs of states
//===----------------------------------------------------------------------===//

/// The result of a mark that `value` is, behind control flow.
static OpResult findMarked(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result || isa<StateOp, LossOp>(result.getOwner()))
    return result;
  for (Region &region : result.getOwner()->getRegions()) {
    if (!region.hasOneBlock())
      continue;
    Operation *end = &region.front().back();
    if (end->hasTrait<OpTrait::IsTerminator>() &&
        result.getResultNumber() < end->getNumOperands() &&
        result.getOwner()->getNumResults() == end->getNumOperands())
      if (OpResult found =
              findMarked(end->getOperand(result.getResultNumber())))
        return found;
  }
  return {};
}

/// The argument of the function that `value` is, before control flow.
static BlockArgument findArgument(Value value, Operation *function) {
  auto argument = dyn_cast<BlockArgument>(value);
  while (argument && argument.getOwner()->getParentOp() != function) {
    Operation *op = argument.getOwner()->getParentOp();
    if (argument.getArgNumber() >= op->getNumOperands())
      return {};
    argument = dyn_cast<BlockArgument>(op->getOperand(argument.getArgNumber()));
  }
  return argument;
}

static std::string nameOf(StateOp mark, unsigned number) {
  if (ArrayAttr names = mark.getNamesAttr())
    return cast<StringAttr>(names[number]).str();
  return mark.getGroup().str() + "." + std::to_string(number);
}

void amp::nameStates(const Step &step) {
  FunctionOpInterface function = step.function;
  Builder builder(function.getContext());
  llvm::StringSet<> names;
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (OpOperand &operand : end->getOpOperands()) {
    OpResult marked = findMarked(operand.get());
    unsigned result = operand.getOperandNumber();
    if (marked && isa<LossOp>(marked.getOwner()) &&
        !function.getResultAttr(result, AmpDialect::roleAttrName))
      function.setResultAttr(result, AmpDialect::roleAttrName,
                             builder.getStringAttr("loss"));
    auto state = marked ? dyn_cast<StateOp>(marked.getOwner()) : nullptr;
    if (!state)
      continue;
    unsigned number = marked.getResultNumber();
    BlockArgument old = findArgument(state.getOld()[number], function);
    if (!old || function.getArgAttr(old.getArgNumber(), stateName))
      continue;
    std::string name = nameOf(state, number);
    while (!names.insert(name).second)
      name += "'";
    function.setArgAttr(old.getArgNumber(), stateName,
                        builder.getStringAttr(name));
    function.setResultAttr(result, stateName, builder.getStringAttr(name));
  }
}
