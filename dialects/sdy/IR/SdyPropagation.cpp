// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// {step-0 = [{"x" = operand-0 -> [result-0, result-1]}]}
#include "dialects/sdy/IR/Sdy.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::amp::sdy;

// Parses a list with at least one member, as jaxlib requires.
template <typename AttrT>
static ParseResult parseList(AsmParser &parser, SmallVector<AttrT> &list) {
  if (parser.parseLSquare() || parser.parseCommaSeparatedList([&] {
        Attribute attr = AttrT::parse(parser, {});
        list.push_back(cast_or_null<AttrT>(attr));
        return success(attr != nullptr);
      }))
    return failure();
  return parser.parseRSquare();
}

template <typename AttrT>
static void printList(AsmPrinter &printer, ArrayRef<AttrT> list) {
  printer << '[';
  printer.printStrippedAttrOrType(list);
  printer << ']';
}

static void printValue(AsmPrinter &printer, EdgeValueRefAttr value) {
  printer << stringifyEdgeNodeType(value.getType()) << '-' << value.getIndex();
}

Attribute EdgeValueRefAttr::parse(AsmParser &parser, Type) {
  FailureOr<EdgeNodeType> type = FieldParser<EdgeNodeType>::parse(parser);
  int64_t index;
  if (failed(type) || parser.parseMinus() || parser.parseInteger(index))
    return {};
  return get(parser.getContext(), *type, index);
}

// Outside another attribute, a space separates the value from the mnemonic.
void EdgeValueRefAttr::print(AsmPrinter &printer) const {
  printer << ' ';
  printValue(printer, *this);
}

Attribute AxisToPropagationDetailsAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLBrace())
    return {};
  Attribute axis = AxisRefAttr::parse(parser, {});
  if (!axis || parser.parseEqual())
    return {};
  Attribute source = EdgeValueRefAttr::parse(parser, {});
  SmallVector<EdgeValueRefAttr> targets;
  if (!source || parser.parseArrow() || parseList(parser, targets) ||
      parser.parseRBrace())
    return {};
  return get(parser.getContext(), cast<AxisRefAttr>(axis),
             cast<EdgeValueRefAttr>(source), targets);
}

void AxisToPropagationDetailsAttr::print(AsmPrinter &printer) const {
  printer << '{';
  printer.printStrippedAttrOrType(getAxisName());
  printer << " = ";
  printValue(printer, getSource());
  printer << " -> [";
  llvm::interleaveComma(
      getTargets(), printer.getStream(),
      [&](EdgeValueRefAttr target) { printValue(printer, target); });
  printer << "]}";
}

Attribute PropagationOneStepAttr::parse(AsmParser &parser, Type) {
  int64_t index;
  SmallVector<AxisToPropagationDetailsAttr> entries;
  if (parser.parseLBrace() || parser.parseKeyword("step") ||
      parser.parseMinus() || parser.parseInteger(index) ||
      parser.parseEqual() || parseList(parser, entries) || parser.parseRBrace())
    return {};
  return get(parser.getContext(), index, entries);
}

void PropagationOneStepAttr::print(AsmPrinter &printer) const {
  printer << "{step-" << getStepIndex() << " = ";
  printList(printer, getAxisEntries());
  printer << '}';
}
