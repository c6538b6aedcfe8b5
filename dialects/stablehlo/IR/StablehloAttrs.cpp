// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Syntax/Syntax.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "dialects/stablehlo/IR/StablehloEnums.cpp.inc"
// Enum attributes use the functions included above to print.
#define GET_ATTRDEF_CLASSES
#include "dialects/stablehlo/IR/StablehloAttrs.cpp.inc"

using namespace mlir;
using namespace mlir::amp;

void stablehlo::StablehloDialect::addAttributes() {
  mlir::Dialect::addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/stablehlo/IR/StablehloAttrs.cpp.inc"
      >();
}

Attribute stablehlo::StablehloDialect::parseAttribute(DialectAsmParser &parser,
                                                      Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attr;
  OptionalParseResult parsed =
      generatedAttributeParser(parser, &mnemonic, type, attr);
  if (parsed.has_value())
    return attr;
  // Older name of #stablehlo.bounds.
  if (mnemonic == "type_extensions")
    return TypeExtensionsAttr::parse(parser, type);
  parser.emitError(loc, "unknown stablehlo attribute: ") << mnemonic;
  return {};
}

void stablehlo::StablehloDialect::printAttribute(
    Attribute attr, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attr, printer);
}

stablehlo::ResultAccuracyAttr
stablehlo::ResultAccuracyAttr::getDefault(MLIRContext *context) {
  llvm::APFloat zero(0.0);
  return get(context, zero, zero, 0,
             ResultAccuracyModeAttr::get(context, ResultAccuracyMode::DEFAULT));
}

LogicalResult stablehlo::ResultAccuracyAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, APFloat atol, APFloat rtol,
    int64_t ulps, ResultAccuracyModeAttr mode) {
  for (double bound : {atol.convertToDouble(), rtol.convertToDouble(),
                       static_cast<double>(ulps)})
    if (!(bound >= 0))
      return emitError() << "expects tolerances of at least 0, but got "
                         << bound;
  bool none = atol.isZero() && rtol.isZero() && ulps == 0;
  if (mode.getValue() != ResultAccuracyMode::TOLERANCE && !none)
    return emitError() << "expects no tolerance with mode "
                       << stringifyResultAccuracyMode(mode.getValue())
                       << ", but got one";
  return success();
}

Attribute stablehlo::ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  APFloat tolerance[] = {APFloat(0.0), APFloat(0.0)};
  StringRef names[] = {"atol", "rtol"};
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  if (parser.parseLess())
    return {};
  for (auto [name, value] : llvm::zip(names, tolerance)) {
    double number;
    if (failed(parser.parseOptionalKeyword(name)))
      continue;
    if (parser.parseEqual() || parser.parseFloat(number) || parser.parseComma())
      return {};
    value = APFloat(number);
  }
  if (succeeded(parser.parseOptionalKeyword("ulps")) &&
      (parser.parseEqual() || parser.parseInteger(ulps) || parser.parseComma()))
    return {};
  if (parser.parseKeyword("mode") || parser.parseEqual() ||
      parser.parseAttribute(mode) || parser.parseGreater())
    return {};
  return parser.getChecked<ResultAccuracyAttr>(
      loc, parser.getContext(), tolerance[0], tolerance[1], ulps, mode);
}

void stablehlo::ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  auto tolerance = [&](StringRef name, const APFloat &value) {
    if (value.isZero())
      return;
    printer << name << " = ";
    printer.printFloat(value);
    printer << ", ";
  };
  tolerance("atol", getAtol());
  tolerance("rtol", getRtol());
  if (getUlps())
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = " << getMode() << '>';
}

LogicalResult stablehlo::ReplicaGroupMeshAxesAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Attribute mesh, ArrayAttr) {
  if (!isa<FlatSymbolRefAttr, MeshAttr>(mesh))
    return emitError() << "expects a mesh or its symbol, but got " << mesh;
  return success();
}

Attribute stablehlo::TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  auto bound = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      bounds.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(bounds.emplace_back());
  };
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("bounds"))) {
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, bound) ||
        parser.parseGreater())
      return {};
    return get(parser.getContext(), bounds);
  }
  if (succeeded(parser.parseOptionalGreater()))
    return get(parser.getContext(), bounds);
  if (parser.parseCommaSeparatedList(bound) || parser.parseGreater())
    return {};
  return get(parser.getContext(), bounds);
}

void stablehlo::TypeExtensionsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getBounds(), printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
  printer << '>';
}

LogicalResult stablehlo::TypeExtensionsAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getBounds().size())
    return emitError() << "expects " << shape.size() << " bounds, but got "
                       << getBounds().size();
  for (auto [size, bound] : llvm::zip(shape, getBounds()))
    if (!ShapedType::isDynamic(bound) && !ShapedType::isDynamic(size))
      return emitError() << "expects a bound only of a dynamic dimension, but "
                            "got one of a dimension of size "
                         << size;
  return success();
}
