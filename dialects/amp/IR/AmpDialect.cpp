// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::amp;

#include "dialects/amp/IR/AmpDialect.cpp.inc"

void AmpDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "dialects/amp/IR/AmpOps.cpp.inc"
      >();
}

namespace {
/// A discardable attribute of ours.
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

/// As in the dialect's description.
static constexpr KnownAttribute knownAttributes[] = {
    {AmpDialect::appliedAttrName, true, isOf<DictionaryAttr>, "a dictionary"},
    {AmpDialect::beforeAttrName, true, isOf<DictionaryAttr>, "a dictionary"},
    {AmpDialect::listedAttrName, false, isOf<ListedAttr>, "#amp.listed"},
    {AmpDialect::listedResultAttrName, false, isOf<ListedAttr>, "#amp.listed"},
    {AmpDialect::policyAttrName, true, isOf<PolicyAttr>, "#amp.policy"},
    {AmpDialect::precisionAttrName, false, isOf<PrecisionAttr>,
     "#amp.precision"},
    {AmpDialect::reasonAttrName, false, isOf<ReasonAttr>, "#amp.reason"},
    {AmpDialect::requireAttrName, false, isOf<RequireAttr>, "#amp.require"},
    {AmpDialect::roleAttrName, false, isOf<StringAttr>, "a string"},
    {AmpDialect::solutionAttrName, true, isOf<DictionaryAttr>, "a dictionary"},
};

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
  return success();
}
