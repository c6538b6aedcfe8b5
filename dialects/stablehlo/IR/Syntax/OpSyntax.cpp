// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small attributes inside an op: operand lists, slice ranges, names, constants.
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"

using namespace mlir;
using namespace mlir::amp;

FailureOr<SmallVector<int64_t>> stablehlo::parseDims(AsmParser &parser) {
  SmallVector<int64_t> dims;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(dims.emplace_back());
      }))
    return failure();
  return dims;
}

void stablehlo::printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer);
  printer << ']';
}

ParseResult stablehlo::parseVariadicOperandWithAttribute(OpAsmParser &parser,
                                                         Operands &operands) {
  OpAsmParser::UnresolvedOperand operand;
  while (true) {
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      break;
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
  // An empty operand list is printed as a single comma.
  if (operands.empty())
    (void)parser.parseOptionalComma();
  return success();
}

void stablehlo::printVariadicOperandWithAttribute(OpAsmPrinter &printer,
                                                  Operation *,
                                                  OperandRange operands) {
  llvm::interleaveComma(operands, printer);
  printer << ',';
}

ParseResult stablehlo::parseExponentMantissa(AsmParser &parser,
                                             IntegerAttr &exponent,
                                             IntegerAttr &mantissa) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef format;
  if (parser.parseKeyword(&format))
    return failure();
  StringRef rest = format;
  uint32_t exponentBits, mantissaBits;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) ||
      !rest.consume_front("m") || rest.getAsInteger(10, mantissaBits) ||
      exponentBits > INT32_MAX || mantissaBits > INT32_MAX)
    return parser.emitError(loc,
                            "expects a float format such as e5m10, but got ")
           << format;
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void stablehlo::printExponentMantissa(AsmPrinter &printer, Operation *,
                                      IntegerAttr exponent,
                                      IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult stablehlo::parseCustomCallTarget(AsmParser &parser,
                                             StringAttr &target) {
  return parser.parseSymbolName(target);
}

void stablehlo::printCustomCallTarget(AsmPrinter &printer, Operation *,
                                      StringAttr target) {
  printer.printSymbolName(target.getValue());
}

ParseResult stablehlo::parseSliceRanges(OpAsmParser &parser,
                                        DenseI64ArrayAttr &starts,
                                        DenseI64ArrayAttr &limits,
                                        DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
            parser.parseInteger(limit.emplace_back()))
          return failure();
        stride.push_back(1);
        return success(failed(parser.parseOptionalColon()) ||
                       succeeded(parser.parseInteger(stride.back())));
      }))
    return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

void stablehlo::printSliceRanges(OpAsmPrinter &printer, Operation *,
                                 ArrayRef<int64_t> starts,
                                 ArrayRef<int64_t> limits,
                                 ArrayRef<int64_t> strides) {
  printer << '[';
  llvm::interleaveComma(llvm::zip(starts, limits, strides), printer,
                        [&](auto range) {
                          auto [start, limit, stride] = range;
                          printer << start << ':' << limit;
                          if (stride != 1)
                            printer << ':' << stride;
                        });
  printer << ']';
}

ParseResult stablehlo::ConstantOp::parse(OpAsmParser &parser,
                                         OperationState &result) {
  // The generic form is used if value and result differ in type.
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseRParen())
      return failure();
    return parser.parseGenericOperationAfterOpName(
        result, ArrayRef<OpAsmParser::UnresolvedOperand>(), ArrayRef<Block *>(),
        MutableArrayRef<std::unique_ptr<Region>>());
  }
  ElementsAttr value;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  if (result.attributes.get("value"))
    return parser.emitError(loc, "expects the value after the attributes, but "
                                 "got it among them");
  if (parser.parseAttribute(value))
    return failure();
  result.getOrAddProperties<Properties>().value = value;
  result.addTypes(value.getType());
  return success();
}

void stablehlo::ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer.printGenericOp(*this, /*printOpName=*/false);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << ' ' << getValueAttr();
}

void stablehlo::ConstantOp::getAsmResultNames(
    function_ref<void(Value, StringRef)> setName) {
  setName(getResult(),
          isa<IntegerType>(getType().getElementType()) ? "c" : "cst");
}

OpFoldResult stablehlo::ConstantOp::fold(FoldAdaptor) { return getValue(); }
