// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/xxhash.h"

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

LogicalResult PolicyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Type compute, Type accumulate, ArrayAttr allow,
                                 ArrayAttr infer, ArrayAttr clear,
                                 ArrayAttr deny) {
  if (!compute.isF16() && !compute.isBF16())
    return emitError() << "expects compute = f16 or bf16, but got " << compute;
  if (!accumulate.isF32())
    return emitError() << "expects accumulate = f32, but got " << accumulate;

  llvm::StringMap<StringRef> listOf;
  const std::pair<StringRef, ArrayAttr> lists[] = {
      {"allow", allow}, {"infer", infer}, {"clear", clear}, {"deny", deny}};
  for (auto [list, entries] : lists)
    for (Attribute entry : entries) {
      auto name = dyn_cast<StringAttr>(entry);
      if (!name)
        return emitError() << "expects strings in " << list << ", but got "
                           << entry;
      auto [earlier, isNew] = listOf.try_emplace(name, list);
      if (!isNew)
        return emitError() << "expects " << name
                           << " on one list, but it is on " << earlier->second
                           << " and on " << list;
    }
  return success();
}

PolicyAttr PolicyAttr::withCompute(Type compute) const {
  return get(getContext(), compute, getAccumulate(), getAllow(), getInfer(),
             getClear(), getDeny());
}

StringAttr PolicyAttr::fingerprint() const {
  std::string text;
  llvm::raw_string_ostream(text) << *this;
  return StringAttr::get(getContext(),
                         llvm::utohexstr(llvm::xxh3_64bits(text)));
}
