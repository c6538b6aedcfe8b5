// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An opt tool with its own copy of StableHLO. It links nothing of amp: --load-pass-plugin brings the passes.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/TypeSwitch.h"

#include "StablehloDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "StablehloAttrs.h.inc"
#define GET_OP_CLASSES
#include "StablehloOps.h.inc"

#include "StablehloDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "StablehloAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "StablehloOps.cpp.inc"

using namespace mlir;

void foreign::StablehloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "StablehloAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "StablehloOps.cpp.inc"
      >();
}

/// Parses `[b, 0, f]`.
static ParseResult parseList(AsmParser &parser, std::string &text) {
  StringRef separator = "";
  text += '[';
  auto element = [&]() -> ParseResult {
    StringRef word;
    int64_t number = 0;
    text += std::exchange(separator, ", ");
    if (succeeded(parser.parseOptionalKeyword(&word)))
      text += word;
    else if (parser.parseInteger(number))
      return failure();
    else
      text += std::to_string(number);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, element))
    return failure();
  text += ']';
  return success();
}

/// Parses `<name = [0, 1], name = 1>` into its text.
static FailureOr<std::string> parseFields(AsmParser &parser) {
  std::string text;
  StringRef separator = "";
  auto field = [&]() -> ParseResult {
    StringRef name;
    int64_t number;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    text += (std::exchange(separator, ", ") + name + " = ").str();
    OptionalParseResult one = parser.parseOptionalInteger(number);
    if (!one.has_value())
      return parseList(parser, text);
    text += std::to_string(number);
    return *one;
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, field))
    return failure();
  return text;
}

template <typename AttrT> static Attribute parseNumbers(AsmParser &parser) {
  FailureOr<std::string> text = parseFields(parser);
  return succeeded(text) ? AttrT::get(parser.getContext(), *text) : Attribute();
}

Attribute foreign::DotAttr::parse(AsmParser &parser, Type) { return parseNumbers<DotAttr>(parser); }
Attribute foreign::GatherAttr::parse(AsmParser &parser, Type) { return parseNumbers<GatherAttr>(parser); }
Attribute foreign::ScatterAttr::parse(AsmParser &parser, Type) { return parseNumbers<ScatterAttr>(parser); }

Attribute foreign::ConvAttr::parse(AsmParser &parser, Type) {
  std::string text;
  auto token = [&](StringRef spelled) -> ParseResult {
    text += spelled;
    return success();
  };
  if (parser.parseLess() || parseList(parser, text) || parser.parseKeyword("x") || token("x") ||
      parseList(parser, text) || parser.parseArrow() || token("->") || parseList(parser, text) || parser.parseGreater())
    return {};
  return get(parser.getContext(), text);
}

Attribute foreign::PrecisionAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  return parser.parseKeyword(&name) ? Attribute() : get(parser.getContext(), name);
}

void foreign::DotAttr::print(AsmPrinter &printer) const { printer << '<' << getText() << '>'; }
void foreign::ConvAttr::print(AsmPrinter &printer) const { printer << '<' << getText() << '>'; }
void foreign::GatherAttr::print(AsmPrinter &printer) const { printer << '<' << getText() << '>'; }
void foreign::ScatterAttr::print(AsmPrinter &printer) const { printer << '<' << getText() << '>'; }
void foreign::PrecisionAttr::print(AsmPrinter &printer) const { printer << ' ' << getText(); }

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<func::FuncDialect, foreign::StablehloDialect>();
  return asMainReturnCode(MlirOptMain(argc, argv, "foreign-opt\n", registry));
}
