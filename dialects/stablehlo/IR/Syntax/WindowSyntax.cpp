// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1],
//           rhs_dilate = [1, 1], reverse = [false, false]}
#include "dialects/stablehlo/IR/Syntax/ContractionSyntax.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"

using namespace mlir;
using namespace mlir::amp;

static ParseResult parseList(OpAsmParser &parser, DenseI64ArrayAttr &list) {
  auto dims = stablehlo::parseDims(parser);
  if (failed(dims))
    return failure();
  list = parser.getBuilder().getDenseI64ArrayAttr(*dims);
  return success();
}

static ParseResult parseFlags(OpAsmParser &parser, DenseBoolArrayAttr &list) {
  SmallVector<bool> flags;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        if (succeeded(parser.parseOptionalKeyword("true"))) {
          flags.push_back(true);
          return ParseResult(success());
        }
        if (succeeded(parser.parseOptionalKeyword("false"))) {
          flags.push_back(false);
          return ParseResult(success());
        }
        int64_t flag;
        if (parser.parseInteger(flag))
          return ParseResult(failure());
        flags.push_back(flag != 0);
        return ParseResult(success());
      }))
    return failure();
  list = parser.getBuilder().getDenseBoolArrayAttr(flags);
  return success();
}

static ParseResult parsePadding(OpAsmParser &parser,
                                DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        SMLoc loc = parser.getCurrentLocation();
        auto pair = stablehlo::parseDims(parser);
        if (failed(pair))
          return ParseResult(failure());
        if (pair->size() != 2)
          return ParseResult(
              parser.emitError(loc,
                               "expects a low and a high padding, but got ")
              << pair->size() << " numbers");
        values.append(*pair);
        return ParseResult(success());
      }))
    return failure();
  int64_t rows = values.size() / 2;
  auto type =
      RankedTensorType::get({rows, 2}, parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

ParseResult stablehlo::parseWindowAttributes(OpAsmParser &parser,
                                             DenseI64ArrayAttr &strides,
                                             DenseIntElementsAttr &padding,
                                             DenseI64ArrayAttr &lhsDilation,
                                             DenseI64ArrayAttr &rhsDilation,
                                             DenseBoolArrayAttr &reversal) {
  struct Entry {
    StringRef name;
    function_ref<ParseResult()> parse;
    bool seen = false;
  };
  auto stride = [&] { return parseList(parser, strides); };
  auto pad = [&] { return parsePadding(parser, padding); };
  auto lhsDilate = [&] { return parseList(parser, lhsDilation); };
  auto rhsDilate = [&] { return parseList(parser, rhsDilation); };
  auto reverse = [&] { return parseFlags(parser, reversal); };
  Entry entries[] = {{"stride", stride},
                     {"pad", pad},
                     {"lhs_dilate", lhsDilate},
                     {"rhs_dilate", rhsDilate},
                     {"reverse", reverse}};
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  while (succeeded(parser.parseOptionalKeyword(&name))) {
    Entry *entry = llvm::find_if(
        entries, [&](const Entry &entry) { return entry.name == name; });
    if (entry == std::end(entries))
      return parser.emitError(loc, "expects stride, pad, lhs_dilate, "
                                   "rhs_dilate or reverse, but got ")
             << name;
    if (std::exchange(entry->seen, true))
      return parser.emitError(loc, "expects each name once, but got ")
             << name << " again";
    if (parser.parseEqual() || entry->parse())
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
    loc = parser.getCurrentLocation();
  }
  return success();
}

void stablehlo::printWindowAttributes(OpAsmPrinter &printer, Operation *,
                                      DenseI64ArrayAttr strides,
                                      DenseIntElementsAttr padding,
                                      DenseI64ArrayAttr lhsDilation,
                                      DenseI64ArrayAttr rhsDilation,
                                      DenseBoolArrayAttr reversal) {
  bool first = true;
  auto name = [&](StringRef text) -> OpAsmPrinter & {
    printer << (std::exchange(first, false) ? "" : ", ") << text << " = ";
    return printer;
  };
  auto list = [&](StringRef text, DenseI64ArrayAttr dims) {
    if (dims)
      printDims(name(text), dims);
  };
  list("stride", strides);
  if (padding) {
    auto values = llvm::to_vector(padding.getValues<int64_t>());
    name("pad") << '[';
    for (size_t i = 0; i + 1 < values.size(); i += 2) {
      printer << (i ? ", " : "");
      printDims(printer, {values[i], values[i + 1]});
    }
    printer << ']';
  }
  list("lhs_dilate", lhsDilation);
  list("rhs_dilate", rhsDilation);
  if (!reversal)
    return;
  name("reverse") << '[';
  llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool flag) {
    printer << (flag ? "true" : "false");
  });
  printer << ']';
}
