// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/Amp.h"
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

#include "dialects/amp/IR/AmpEnums.cpp.inc"

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
                      ArrayRef<Type> slots, ReasonAttr) {
  for (Type slot : slots)
    if (!slot.isIntOrIndexOrFloat() && !isa<ComplexType>(slot))
      return emitError() << "expects a scalar type for each slot, but got "
                         << slot;
  return success();
}
