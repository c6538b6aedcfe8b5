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

/// One row per attribute in the dialect's description.
LogicalResult AmpDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == precisionAttrName) {
    if (!isa<PrecisionAttr>(attr.getValue()))
      return op->emitOpError()
             << "expects '" << name << "' to be #amp.precision, but got "
             << attr.getValue();
    return success();
  }
  if (name != policyAttrName && name != appliedAttrName)
    return op->emitOpError() << "has an unknown attribute '" << name << "'";
  if (!isa<ModuleOp>(op))
    return op->emitOpError() << "expects '" << name << "' on a module only";
  if (name == policyAttrName && !isa<PolicyAttr>(attr.getValue()))
    return op->emitOpError()
           << "expects '" << name << "' to be #amp.policy, but got "
           << attr.getValue();
  if (name == appliedAttrName && !isa<DictionaryAttr>(attr.getValue()))
    return op->emitOpError()
           << "expects '" << name << "' to be a dictionary, but got "
           << attr.getValue();
  return success();
}
