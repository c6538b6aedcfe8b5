// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/Amp.h"
#include "dialects/amp/IR/AmpTraining.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp;

// [f16, f32], or [] for an op that keeps its types.
static ParseResult parseSlots(AsmParser &parser, SmallVector<Type> &slots) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseType(slots.emplace_back());
  });
}

static void printSlots(AsmPrinter &printer, ArrayRef<Type> slots) {
  printer << '[' << slots << ']';
}

static FailureOr<FloatAttr> parseNumber(AsmParser &parser) {
  double number = 0;
  if (parser.parseFloat(number))
    return failure();
  return parser.getBuilder().getF32FloatAttr(number);
}

#include "dialects/amp/IR/AmpEnums.cpp.inc"
#include "dialects/amp/IR/AmpTrainingEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/amp/IR/AmpAttributes.cpp.inc"

void AmpDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/amp/IR/AmpAttributes.cpp.inc"
      >();
}

LogicalResult
PrecisionAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<Type> slots, ReasonAttr, Safety) {
  for (Type slot : slots)
    if (!slot.isIntOrIndexOrFloat() && !isa<ComplexType>(slot))
      return emitError() << "expects a scalar type for each slot, but got "
                         << slot;
  return success();
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

RangeAttr RangeAttr::get(MLIRContext *context, double lo, double hi,
                         double nonzero, bool recorded) {
  return get(context, APFloat(lo), APFloat(hi), APFloat(nonzero), recorded);
}

LogicalResult RangeAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                APFloat lo, APFloat hi, APFloat nonzero, bool) {
  if (!lo.isFinite() || !hi.isFinite() || !nonzero.isFinite() ||
      nonzero.isNegative())
    return emitError() << "expects finite numbers, and none below zero for the "
                          "smallest magnitude";
  if (lo > hi)
    return emitError() << "expects the lower end first, but got "
                       << lo.convertToDouble() << " and "
                       << hi.convertToDouble();
  return success();
}

// <-1.0, 2.5, nonzero = 1.0e-8, recorded>; `nonzero` and `recorded` are
// optional.
Attribute RangeAttr::parse(AsmParser &parser, Type) {
  double lo = 0, hi = 0, nonzero = 0;
  bool recorded = false;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseFloat(lo) || parser.parseComma() ||
      parser.parseFloat(hi))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("nonzero"))) {
      if (parser.parseEqual() || parser.parseFloat(nonzero))
        return {};
    } else if (parser.parseKeyword("recorded")) {
      return {};
    } else {
      recorded = true;
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<RangeAttr>(loc, parser.getContext(), APFloat(lo),
                                      APFloat(hi), APFloat(nonzero), recorded);
}

void RangeAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printFloat(getLo());
  printer << ", ";
  printer.printFloat(getHi());
  if (!getNonzero().isZero()) {
    printer << ", nonzero = ";
    printer.printFloat(getNonzero());
  }
  printer << (getRecorded() ? ", recorded>" : ">");
}
