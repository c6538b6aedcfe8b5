// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that reference functions: composite and custom_call.
#include "dialects/amp/IR/AmpComposites.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// Returns true for `namespace.op`: letters, digits and _ ($ after a dot), with
/// a letter first.
static bool isNamespacedName(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  auto isWord = [](StringRef part, StringRef extra) {
    return !part.empty() && llvm::all_of(part, [&](char letter) {
      return llvm::isAlnum(letter) || extra.contains(letter);
    });
  };
  return parts.size() > 1 && isWord(parts[0], "_") &&
         llvm::isAlpha(name.front()) &&
         llvm::all_of(ArrayRef(parts).drop_front(),
                      [&](StringRef part) { return isWord(part, "_$"); });
}

LogicalResult stablehlo::CompositeOp::verify() {
  // (C1)
  if (!isNamespacedName(getName()))
    return emitOpError("expects a name such as my_namespace.my_op, but got \"")
           << getName() << "\"";
  bool isMark = getName().starts_with("amp.") && getName() != offName;
  if (isMark && (*this)->getDialect()->getRegisteredInterface<VerifiesMarks>())
    return verifyMark(*this, getName());
  return success();
}

LogicalResult
stablehlo::CompositeOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // (C2)
  auto function = symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getDecompositionAttr());
  if (!function)
    return emitOpError("expects a decomposition that is a function, but found "
                       "none named ")
           << getDecomposition();
  // (C3)
  if (!llvm::equal(function.getArgumentTypes(), getOperandTypes()))
    return emitOpError("expects operands of the decomposition's types (")
           << function.getArgumentTypes() << "), but got (" << getOperandTypes()
           << ")";
  // (C4)
  if (!llvm::equal(function.getResultTypes(), getResultTypes()))
    return emitOpError("expects results of the decomposition's types (")
           << function.getResultTypes() << "), but got (" << getResultTypes()
           << ")";
  return success();
}

/// Verifies one layout per type: a permutation of its dimensions, or empty for
/// types that are not tensors.
static LogicalResult verifyLayouts(Operation *op, StringRef what,
                                   ArrayAttr layouts, TypeRange types) {
  // A single tuple result may have one layout per element.
  TypeRange flat = types;
  if (types.size() == 1 && isa<TupleType>(types.front()))
    flat = cast<TupleType>(types.front()).getTypes();
  if (failed(stablehlo::expectCount(op, what, flat.size(), layouts.size())))
    return failure();
  for (auto [attr, type] : llvm::zip_equal(layouts, flat)) {
    auto layout = dyn_cast<DenseIntElementsAttr>(attr);
    auto tensor = dyn_cast<RankedTensorType>(type);
    int64_t rank = tensor ? tensor.getRank() : 0;
    if (isa<UnrankedTensorType>(type))
      continue;
    llvm::SmallBitVector seen(rank);
    bool fits = layout && layout.getType().getRank() == 1 &&
                layout.getElementType().isIndex() &&
                layout.getNumElements() == rank;
    if (fits)
      for (const APInt &dim : layout)
        if (dim.ult(rank))
          seen.set(dim.getZExtValue());
    if (!fits || !seen.all())
      return op->emitOpError("expects a layout that orders the dimensions of ")
             << type << ", but got " << attr;
  }
  return success();
}

/// Returns the type at a path of tuple indices, or null for an invalid path.
static Type typeAt(Type type, ArrayRef<int64_t> path) {
  for (int64_t index : path) {
    auto tuple = dyn_cast<TupleType>(type);
    if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size()))
      return {};
    type = tuple.getType(index);
  }
  return type;
}

static LogicalResult verifyAlias(stablehlo::CustomCallOp op,
                                 stablehlo::OutputOperandAliasAttr alias) {
  int64_t index = alias.getOperandIndex();
  if (failed(stablehlo::expectDim(op, "an aliased operand", index, 0,
                                  op.getNumOperands())))
    return failure();
  Type operand =
      typeAt(op.getOperandTypes()[index], alias.getOperandTupleIndices());
  // Several results count as one tuple.
  ArrayRef<int64_t> path = alias.getOutputTupleIndices();
  Type result;
  if (op.getNumResults() == 1)
    result = typeAt(op.getResultTypes().front(), path);
  else if (!path.empty() && path[0] >= 0 && path[0] < op.getNumResults())
    result = typeAt(op.getResultTypes()[path[0]], path.drop_front());
  if (operand && operand == result)
    return success();
  return op.emitOpError("expects an alias of two parts of one type, but got ")
         << alias;
}

LogicalResult stablehlo::CustomCallOp::verify() {
  std::optional<ArrayAttr> operands = getOperandLayouts();
  std::optional<ArrayAttr> results = getResultLayouts();
  if (operands.has_value() != results.has_value())
    return emitOpError("expects layouts of operands and results or of none, "
                       "but got only those of ")
           << (operands ? "operands" : "results");
  if (operands && (failed(verifyLayouts(*this, "operand layouts", *operands,
                                        getOperandTypes())) ||
                   failed(verifyLayouts(*this, "result layouts", *results,
                                        getResultTypes()))))
    return failure();
  for (Attribute alias : getOutputOperandAliases())
    if (failed(verifyAlias(*this, cast<OutputOperandAliasAttr>(alias))))
      return failure();
  // The typed FFI takes a dictionary, older API versions a string.
  Attribute config = getBackendConfig().value_or(nullptr);
  bool typed = getApiVersion() == CustomCallApiVersion::API_VERSION_TYPED_FFI;
  if (config && isa<DictionaryAttr>(config) != typed)
    return emitOpError("expects a backend_config that is a ")
           << (typed ? "dictionary" : "string") << " with "
           << stringifyCustomCallApiVersion(getApiVersion()) << ", but got "
           << config;
  return success();
}

/// Adds effects to calls with has_side_effect and to calls without results.
void stablehlo::CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!getHasSideEffect() && getNumResults() != 0)
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
