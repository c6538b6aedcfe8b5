// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/Amp.h"
#include "dialects/amp/IR/AmpAttention.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "dialects/amp/IR/AmpTraining.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

#include "dialects/amp/IR/AmpDialect.cpp.inc"

void AmpDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "dialects/amp/IR/AmpOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/amp/IR/AmpTraining.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/amp/IR/AmpMarks.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/amp/IR/AmpAttention.cpp.inc"
      >();
}

namespace {
/// Discardable attribute of the amp dialect.
struct KnownAttribute {
  StringLiteral name;
  bool onModuleOnly;
  bool (*isValid)(Attribute);
  StringLiteral wanted;
};
} // namespace

template <typename AttrT> static bool isOf(Attribute attr) {
  return isa<AttrT>(attr);
}

static bool isRanges(Attribute attr) {
  auto all = dyn_cast<ArrayAttr>(attr);
  return isa<RangeAttr>(attr) || (all && llvm::all_of(all, [](Attribute one) {
                                    return isa<RangeAttr, UnitAttr>(one);
                                  }));
}

static bool isNames(Attribute attr) {
  auto all = dyn_cast<ArrayAttr>(attr);
  return all && llvm::all_of(all, isOf<StringAttr>);
}

static bool isTypes(Attribute attr) {
  auto all = dyn_cast<ArrayAttr>(attr);
  return all && llvm::all_of(all, isOf<TypeAttr>);
}

/// Attributes listed in the dialect's description.
static constexpr KnownAttribute knownAttributes[] = {
    // Set by amp-align-shapes, consumed by amp-write-alignment.
    {"amp.alignment", true, isOf<DictionaryAttr>, "a dictionary"},
    {AmpDialect::appliedAttrName, true, isOf<DictionaryAttr>, "a dictionary"},
    {"amp.arena", false, isOf<UnitAttr>, "a unit attribute"},
    {"amp.argument_names", false, isNames, "an array of strings"},
    {"amp.arguments", false, isTypes, "an array of types"},
    // Set by amp-annotate-decisions, for editors.
    {"amp.decision", false, isOf<StringAttr>, "a string"},
    {AmpDialect::beforeAttrName, true, isOf<DictionaryAttr>, "a dictionary"},
    {"amp.convolution", false, isOf<DictionaryAttr>, "a dictionary"},
    {"amp.donated", false, isOf<DenseI64ArrayAttr>, "an array of integers"},
    {"amp.launches", true, isOf<DictionaryAttr>, "a dictionary"},
    {AmpDialect::listedAttrName, false, isOf<ListedAttr>, "#amp.listed"},
    {AmpDialect::listedResultAttrName, false, isOf<ListedAttr>, "#amp.listed"},
    {"amp.memory", false, isOf<DictionaryAttr>, "a dictionary"},
    {AmpDialect::policyAttrName, true, isOf<PolicyAttr>, "#amp.policy"},
    {AmpDialect::precisionAttrName, false, isOf<PrecisionAttr>,
     "#amp.precision"},
    {"amp.product", false, isOf<DictionaryAttr>, "a dictionary"},
    {AmpDialect::rangeAttrName, false, isRanges,
     "#amp.range or an array of them"},
    {AmpDialect::reasonAttrName, false, isOf<ReasonAttr>, "#amp.reason"},
    {AmpDialect::requireAttrName, false, isOf<RequireAttr>, "#amp.require"},
    {"amp.result_names", false, isNames, "an array of strings"},
    {"amp.results", false, isTypes, "an array of types"},
    {AmpDialect::roleAttrName, false, isOf<StringAttr>, "a string"},
    {AmpDialect::safetyAttrName, false, isOf<SafetyAttr>, "#amp.safety"},
    // Set by amp-store-saved, consumed by amp-write-saved.
    {"amp.saved", true, isOf<ArrayAttr>, "an array"},
    // Set by amp-scale-loss, consumed by amp-write-scaling.
    {"amp.scaling", true, isOf<DictionaryAttr>, "a dictionary"},
    {AmpDialect::solutionAttrName, true, isOf<DictionaryAttr>, "a dictionary"},
    {"amp.states", false, isOf<DenseI64ArrayAttr>, "an array of integers"},
    // Set by amp-check-gpu, consumed by amp-print-step-time.
    {"amp.step_report", true, isOf<DictionaryAttr>, "a dictionary"},
    {"amp.tf32", false, isOf<UnitAttr>, "a unit attribute"},
    {"amp.threshold", true, isOf<StringAttr>, "a string"},
    {"amp.unit", false, isOf<StringAttr>, "a string"},
    {"amp.unpadded", false, isOf<DenseI64ArrayAttr>, "an array of integers"},
    // Set by amp-threshold-weights, consumed by amp-write-weights.
    {"amp.weights", true, isOf<ArrayAttr>, "an array"},
};

/// Verifies that there is one range per result or, on a function, per argument.
static LogicalResult verifyRanges(Operation *op, Attribute ranges) {
  auto all = dyn_cast<ArrayAttr>(ranges);
  size_t count = all ? all.size() : 1;
  auto function = dyn_cast<FunctionOpInterface>(op);
  size_t wanted = function ? function.getNumArguments() : op->getNumResults();
  if (count == wanted)
    return success();
  return op->emitOpError() << "expects '" << AmpDialect::rangeAttrName
                           << "' to have one range per "
                           << (function ? "argument, " : "result, ") << wanted
                           << ", but got " << count;
}

LogicalResult AmpDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  StringRef name = attr.getName();
  const KnownAttribute *known = llvm::find_if(
      knownAttributes, [&](const KnownAttribute &k) { return k.name == name; });
  if (known == std::end(knownAttributes))
    return op->emitOpError() << "has an unknown attribute '" << name << "'";
  if (known->onModuleOnly && !isa<ModuleOp>(op))
    return op->emitOpError() << "expects '" << name << "' on a module only";
  if (!known->isValid(attr.getValue()))
    return op->emitOpError()
           << "expects '" << name << "' to be " << known->wanted << ", but got "
           << attr.getValue();
  if (known->name == AmpDialect::rangeAttrName)
    return verifyRanges(op, attr.getValue());
  return success();
}

/// Verifies ranges only: frameworks attach argument attributes of their own.
LogicalResult AmpDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned argument,
                                                   NamedAttribute attr) {
  if (attr.getName() != AmpDialect::rangeAttrName ||
      isa<RangeAttr>(attr.getValue()))
    return success();
  return op->emitOpError() << "expects '" << attr.getName().getValue()
                           << "' of argument " << argument
                           << " to be #amp.range, but got " << attr.getValue();
}
