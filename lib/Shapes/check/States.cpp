// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// main(%w: 80x8 {amp.state, amp.unpadded = [77, 8]})   ==>   zeros from 77 on
#include "lib/Shapes/check/States.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/check/LinalgRule.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static constexpr StringLiteral sizesName = "amp.unpadded";
static constexpr StringLiteral stateName = "amp.state";

static bool isZero(Attribute number) {
  if (auto f = dyn_cast_if_present<FloatAttr>(number))
    return f.getValue().isZero();
  auto i = dyn_cast_if_present<IntegerAttr>(number);
  return i && i.getValue().isZero();
}

namespace {
/// Padded argument or result.
struct Grown {
  RankedTensorType from, to;

  template <typename FnT> LogicalResult forEach(FnT &&visit) const {
    for (int64_t dim = 0; dim < from.getRank(); ++dim)
      if (from.getDimSize(dim) != to.getDimSize(dim) &&
          failed(visit(dim, from.getDimSize(dim))))
        return failure();
    return success();
  }
};
} // namespace

static std::optional<Grown> findGrown(Type given, Type padded,
                                      DictionaryAttr said) {
  auto from = dyn_cast<RankedTensorType>(given);
  auto to = dyn_cast<RankedTensorType>(padded);
  auto sizes = said ? said.getAs<DenseI64ArrayAttr>(sizesName) : nullptr;
  if (given == padded || !from || !to || !sizes || !said.get(stateName) ||
      sizes.asArrayRef() != from.getShape() ||
      from.getElementType() != to.getElementType() ||
      from.getRank() != to.getRank())
    return std::nullopt;
  return Grown{from, to};
}

/// Returns true if all states of one name have one type.
static bool keepsStates(FunctionOpInterface given, FunctionOpInterface padded) {
  if (given.getNumArguments() != padded.getNumArguments() ||
      given.getNumResults() != padded.getNumResults())
    return false;
  llvm::DenseMap<Attribute, Type> types;
  for (unsigned i = 0; i < given.getNumArguments(); ++i) {
    Type from = given.getArgumentTypes()[i], to = padded.getArgumentTypes()[i];
    if (from != to && !findGrown(from, to, padded.getArgAttrDict(i)))
      return false;
    if (Attribute name = padded.getArgAttr(i, stateName))
      types[name] = to;
  }
  for (unsigned i = 0; i < given.getNumResults(); ++i) {
    Type from = given.getResultTypes()[i], to = padded.getResultTypes()[i];
    if (from != to && !findGrown(from, to, padded.getResultAttrDict(i)))
      return false;
    auto known = types.find(padded.getResultAttr(i, stateName));
    if (known != types.end() && known->second != to &&
        given.getFunctionType() != padded.getFunctionType())
      return false;
  }
  return true;
}

LogicalResult amp::shapes::checkSignature(FunctionOpInterface given,
                                          FunctionOpInterface padded,
                                          PaddingValues &padding) {
  if (given.getFunctionType() == padded.getFunctionType() ||
      !(given.isPublic() || given.isExternal()))
    return success();
  if (given.isExternal() || !keepsStates(given, padded))
    return padded.emitError()
           << "breaks \"public functions keep their types\": expects "
           << given.getFunctionType() << ", but got "
           << padded.getFunctionType();
  Builder builder(given.getContext());
  for (BlockArgument argument : padded.getArguments()) {
    unsigned i = argument.getArgNumber();
    if (auto grown = findGrown(given.getArgumentTypes()[i], argument.getType(),
                               padded.getArgAttrDict(i)))
      (void)grown->forEach([&](int64_t dim, int64_t size) {
        padding.assume(argument, dim, size,
                       builder.getZeroAttr(grown->to.getElementType()));
        return success();
      });
  }
  return success();
}

LogicalResult amp::shapes::checkStates(FunctionOpInterface given,
                                       FunctionOpInterface padded,
                                       PaddingValues &padding) {
  if (padded.isExternal())
    return success();
  Operation &end = padded.getFunctionBody().back().back();
  for (OpOperand &returned : end.getOpOperands()) {
    unsigned i = returned.getOperandNumber();
    auto grown = findGrown(given.getResultTypes()[i], returned.get().getType(),
                           padded.getResultAttrDict(i));
    if (!grown)
      continue;
    auto isZeroBehind = [&](int64_t dim, int64_t size) -> LogicalResult {
      if (isZero(padding.find(returned.get(), dim, size)))
        return success();
      return end.emitError()
             << "breaks \"states stay padded with zeros\": result " << i
             << " may hold something else behind index " << size
             << " of dimension " << dim;
    };
    if (failed(grown->forEach(isZeroBehind)))
      return failure();
  }
  return success();
}

/// Returns the state named `name`; none if no argument of this name is padded.
static std::optional<Grown> findState(FunctionOpInterface step,
                                      Attribute name) {
  for (unsigned i = 0; name && i < step.getNumArguments(); ++i) {
    auto sizes = step.getArgAttrOfType<DenseI64ArrayAttr>(i, sizesName);
    auto type = dyn_cast<RankedTensorType>(step.getArgumentTypes()[i]);
    if (sizes && type && step.getArgAttr(i, stateName) == name)
      return Grown{type.clone(sizes.asArrayRef()), type};
  }
  return std::nullopt;
}

/// Checks that main_pad_state pads each padded state of main once and in order,
/// and that main_unpad_state slices it.
static LogicalResult checkConversion(FunctionOpInterface function) {
  StringRef name = function.getName();
  bool cuts = name.consume_back("_unpad_state");
  bool pads = !cuts && name.consume_back("_pad_state");
  auto step = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      function, StringAttr::get(function.getContext(), name));
  auto refuse = [&](const Twine &what) {
    return function.emitError()
           << "breaks \"what is added pads or cuts\": expects " << what
           << " in '" << function.getName() << "'";
  };
  if (!(pads || cuts) || !step || function.isExternal() ||
      !function.getFunctionBody().hasOneBlock())
    return refuse("a function that pads or cuts the states of a step");
  unsigned padded = 0;
  for (unsigned i = 0; i < step.getNumArguments(); ++i)
    padded += step.getArgAttr(i, sizesName) != nullptr;
  if (function.getNumArguments() != padded ||
      function.getNumResults() != padded)
    return refuse("one argument and one result per padded state");
  llvm::DenseSet<Attribute> names;
  Operation &end = function.getFunctionBody().back().back();
  for (unsigned i = 0; i < padded; ++i) {
    Attribute state = function.getArgAttr(i, stateName);
    auto grown = findState(step, state);
    Operation *move = end.getOperand(i).getDefiningOp();
    if (!grown || function.getResultAttr(i, stateName) != state ||
        !names.insert(state).second || !move || move->getNumOperands() == 0 ||
        move->getOperand(0) != function.getArgument(i) ||
        function.getArgumentTypes()[i] != (pads ? grown->from : grown->to) ||
        function.getResultTypes()[i] != (pads ? grown->to : grown->from))
      return refuse("result " + Twine(i) + " to be argument " + Twine(i) +
                    ", a state, padded or cut");
  }
  return success();
}

LogicalResult amp::shapes::checkAdded(FunctionOpInterface function) {
  if (failed(checkConversion(function)))
    return failure();
  auto isAll = [](Operation &op, StringRef name, int64_t number) {
    auto list = op.getAttrOfType<DenseI64ArrayAttr>(name);
    return list && llvm::all_of(list.asArrayRef(),
                                [&](int64_t n) { return n == number; });
  };
  auto isAllowed = [&](Operation &op) {
    if (isHlo(&op, OpKind::pad))
      return isAll(op, "edge_padding_low", 0) &&
             isAll(op, "interior_padding", 0) &&
             isZero(findSplat(op.getOperand(1)));
    if (isHlo(&op, OpKind::slice))
      return isAll(op, "start_indices", 0) && isAll(op, "strides", 1);
    if (kindOf(&op) == OpKind::pad_region)
      return isZero(findPadded(&op));
    return kindOf(&op) == OpKind::constant || kindOf(&op) == OpKind::return_ ||
           keepsFrontOfTensor(&op);
  };
  for (Block &block : function.getFunctionBody())
    for (Operation &op : block)
      if (!isAllowed(op))
        return op.emitError()
               << "breaks \"what is added pads or cuts\": '" << op.getName()
               << "' in '" << function.getName() << "'";
  return success();
}

Attribute amp::shapes::withoutSizes(Attribute attributes) {
  auto all = dyn_cast_if_present<ArrayAttr>(attributes);
  if (!all || !llvm::all_of(all, llvm::IsaPred<DictionaryAttr>))
    return attributes;
  SmallVector<Attribute> stripped;
  for (Attribute one : all) {
    NamedAttrList list(cast<DictionaryAttr>(one));
    list.erase(sizesName);
    stripped.push_back(list.getDictionary(one.getContext()));
  }
  return ArrayAttr::get(attributes.getContext(), stripped);
}
