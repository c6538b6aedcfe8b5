// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/AmpMarks.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpMarks.cpp.inc"

static constexpr StringLiteral knownKinds[] = {"parameter", "moment", "counter",
                                               "statistic", keyKind,  "other"};

static LogicalResult verifyGroup(Operation *op, StringRef group) {
  if (!group.empty())
    return success();
  return op->emitOpError("expects a group with a name, but got \"\"");
}

static LogicalResult verifyFloat(Operation *op, StringRef what, Type type) {
  if (isa<FloatType>(getElementTypeOrSelf(type)))
    return success();
  return op->emitOpError("expects a float ") << what << ", but got " << type;
}

static LogicalResult verifyCount(Operation *op, StringRef what, ArrayAttr all,
                                 size_t wanted) {
  if (!all || all.size() == wanted)
    return success();
  return op->emitOpError("expects ")
         << wanted << " " << what << ", but got " << all.size();
}

LogicalResult LossOp::verify() {
  if (failed(verifyFloat(*this, "loss", getValue().getType())))
    return failure();
  return verifyGroup(*this, getGroup());
}

LogicalResult SeedOp::verify() {
  if (failed(verifyFloat(*this, "seed", getValue().getType())))
    return failure();
  return verifyGroup(*this, getGroup());
}

LogicalResult GradientsOp::verify() {
  for (Type type : getValues().getTypes()) {
    auto complex = dyn_cast<ComplexType>(getElementTypeOrSelf(type));
    bool hasFloats = complex && isa<FloatType>(complex.getElementType());
    if (!hasFloats && failed(verifyFloat(*this, "gradient", type)))
      return failure();
  }
  if (failed(verifyCount(*this, "names", getNamesAttr(), getNumResults())))
    return failure();
  return verifyGroup(*this, getGroup());
}

LogicalResult StateOp::verify() {
  if (failed(verifyCount(*this, "names", getNamesAttr(), getNumResults())) ||
      failed(verifyCount(*this, "kinds", getKindsAttr(), getNumResults())))
    return failure();
  if (ArrayAttr kinds = getKindsAttr())
    for (StringRef kind : kinds.getAsValueRange<StringAttr>())
      if (!llvm::is_contained(knownKinds, kind))
        return emitOpError("expects a kind among ")
               << llvm::join(ArrayRef(knownKinds), ", ") << ", but got \""
               << kind << "\"";
  return verifyGroup(*this, getGroup());
}

std::string StateOp::describe(unsigned number) {
  if (ArrayAttr names = getNamesAttr())
    return "state \"" + cast<StringAttr>(names[number]).str() + "\"";
  return "state " + std::to_string(number);
}

bool StateOp::alwaysAdvances(unsigned number) {
  ArrayAttr kinds = getKindsAttr();
  return kinds && cast<StringAttr>(kinds[number]).getValue() == keyKind;
}
