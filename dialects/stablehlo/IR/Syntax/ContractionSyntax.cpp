// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot_general: `batching_dims = [0] x [0], contracting_dims = [2] x [1],
// precision = [HIGH, DEFAULT], algorithm = <…>`, and a convolution's window.
#include "dialects/stablehlo/IR/Syntax/ContractionSyntax.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"

using namespace mlir;
using namespace mlir::amp;

/// Parses `name = [1] x [0]`, after the name.
static ParseResult parsePair(AsmParser &parser, SmallVector<int64_t> &lhs,
                             SmallVector<int64_t> &rhs) {
  if (parser.parseEqual())
    return failure();
  auto first = stablehlo::parseDims(parser);
  if (failed(first) || parser.parseKeyword("x"))
    return failure();
  auto second = stablehlo::parseDims(parser);
  if (failed(second))
    return failure();
  lhs = std::move(*first);
  rhs = std::move(*second);
  return success();
}

static void printPair(AsmPrinter &printer, StringRef name,
                      ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  printer << name << " = ";
  stablehlo::printDims(printer, lhs);
  printer << " x ";
  stablehlo::printDims(printer, rhs);
}

ParseResult
stablehlo::parseDotDimensionNumbers(AsmParser &parser,
                                    DotDimensionNumbersAttr &numbers) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parsePair(parser, lhsBatch, rhsBatch) || parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") ||
      parsePair(parser, lhsContract, rhsContract))
    return failure();
  numbers = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatch,
                                         rhsBatch, lhsContract, rhsContract);
  return success();
}

void stablehlo::printDotDimensionNumbers(AsmPrinter &printer, Operation *,
                                         DotDimensionNumbersAttr numbers) {
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  if (!lhsBatch.empty() || !rhsBatch.empty()) {
    printPair(printer, "batching_dims", lhsBatch, rhsBatch);
    printer << ", ";
  }
  printPair(printer, "contracting_dims", numbers.getLhsContractingDimensions(),
            numbers.getRhsContractingDimensions());
}

/// `= [HIGH, DEFAULT]`
static ParseResult parsePrecisions(AsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> values;
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        Attribute value = stablehlo::PrecisionAttr::parse(parser, {});
        values.push_back(value);
        return success(value != nullptr);
      }))
    return failure();
  precision = parser.getBuilder().getArrayAttr(values);
  return success();
}

ParseResult stablehlo::parsePrecisionConfig(OpAsmParser &parser,
                                            ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  if (parser.parseKeyword("precision"))
    return failure();
  return parsePrecisions(parser, precision);
}

void stablehlo::printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                                     ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision, printer, [&](Attribute value) {
    printer << stringifyPrecision(cast<PrecisionAttr>(value).getValue());
  });
  printer << ']';
}

ParseResult stablehlo::parsePrecisionConfigAndAlgorithm(
    OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("precision"))) {
    if (parsePrecisions(parser, precision))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
  }
  if (parser.parseKeyword("algorithm") || parser.parseEqual())
    return failure();
  Attribute parsed = DotAlgorithmAttr::parse(parser, {});
  algorithm = dyn_cast_or_null<DotAlgorithmAttr>(parsed);
  return success(algorithm != nullptr);
}

void stablehlo::printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer,
                                                 Operation *op,
                                                 ArrayAttr precision,
                                                 DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  algorithm.print(printer);
}
