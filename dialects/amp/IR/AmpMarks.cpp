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

static LogicalResult verifyGradient(Operation *op, Type type) {
  auto complex = dyn_cast<ComplexType>(getElementTypeOrSelf(type));
  bool hasFloats = complex && isa<FloatType>(complex.getElementType());
  return hasFloats ? success() : verifyFloat(op, "gradient", type);
}

static LogicalResult verifyKind(Operation *op, StringRef kind) {
  if (llvm::is_contained(knownKinds, kind))
    return success();
  return op->emitOpError("expects a kind among ")
         << llvm::join(ArrayRef(knownKinds), ", ") << ", but got \"" << kind
         << "\"";
}

static LogicalResult verifyKinds(Operation *op, ArrayAttr kinds) {
  if (failed(verifyCount(op, "kinds", kinds, op->getNumResults())))
    return failure();
  for (StringRef kind : kinds.getAsValueRange<StringAttr>())
    if (failed(verifyKind(op, kind)))
      return failure();
  return success();
}

LogicalResult amp::verifyMarkValues(Operation *op, StringRef name) {
  for (Type type : op->getResultTypes())
    if ((name == GradientsOp::markName && failed(verifyGradient(op, type))) ||
        (name == LossOp::markName && failed(verifyFloat(op, "loss", type))) ||
        (name == SeedOp::markName && failed(verifyFloat(op, "seed", type))))
      return failure();
  auto said = op->getAttrOfType<DictionaryAttr>("composite_attributes");
  if (!said)
    return success();
  if (auto group = said.getAs<StringAttr>("group");
      group && failed(verifyGroup(op, group)))
    return failure();
  bool hasNames = name == GradientsOp::markName || name == StateOp::markName;
  if (hasNames &&
      failed(verifyCount(op, "names", said.getAs<ArrayAttr>("names"),
                         op->getNumResults())))
    return failure();
  if (name != StateOp::markName)
    return success();
  auto kinds = said.getAs<ArrayAttr>("kinds");
  auto kind = said.getAs<StringAttr>("kind");
  if (kind && !kinds)
    return verifyKind(op, kind);
  return kinds ? verifyKinds(op, kinds) : success();
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
  for (Type type : getValues().getTypes())
    if (failed(verifyGradient(*this, type)))
      return failure();
  if (failed(verifyCount(*this, "names", getNamesAttr(), getNumResults())))
    return failure();
  return verifyGroup(*this, getGroup());
}

LogicalResult StateOp::verify() {
  if (failed(verifyCount(*this, "names", getNamesAttr(), getNumResults())))
    return failure();
  if (ArrayAttr kinds = getKindsAttr())
    if (failed(verifyKinds(*this, kinds)))
      return failure();
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
