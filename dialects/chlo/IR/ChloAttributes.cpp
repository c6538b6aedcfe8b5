// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// #chlo.ragged_dot<lhs_contracting_dimensions = [1], …>: named lists in any
// order. Empty lists are not printed.
#include "dialects/chlo/IR/Chlo.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::amp::chlo;

static constexpr StringLiteral listNames[] = {
    "lhs_batching_dimensions",    "rhs_batching_dimensions",
    "lhs_contracting_dimensions", "rhs_contracting_dimensions",
    "lhs_ragged_dimensions",      "rhs_group_dimensions"};
static constexpr unsigned numLists = std::size(listNames);

static ParseResult parseList(AsmParser &parser, SmallVector<int64_t> &list) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(list.emplace_back());
  });
}

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  SmallVector<int64_t> lists[numLists];
  bool seen[numLists] = {};
  while (parser.parseOptionalGreater()) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseOptionalKeyword(&name)) {
      parser.emitError(loc, "expects the name of a dimension list or '>'");
      return {};
    }
    const auto *known = llvm::find(listNames, name);
    unsigned index = known - std::begin(listNames);
    if (index == numLists) {
      InFlightDiagnostic error = parser.emitError(loc, "expects one of ");
      llvm::interleaveComma(listNames, error);
      error << ", but got " << name;
      return {};
    }
    if (std::exchange(seen[index], true)) {
      parser.emitError(loc) << "expects " << name << " at most once";
      return {};
    }
    if (parser.parseEqual() || parseList(parser, lists[index]))
      return {};
    if (succeeded(parser.parseOptionalComma()))
      continue;
    if (parser.parseGreater())
      return {};
    break;
  }
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
             lists[4], lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  ArrayRef<int64_t> lists[numLists] = {
      getLhsBatchingDimensions(),    getRhsBatchingDimensions(),
      getLhsContractingDimensions(), getRhsContractingDimensions(),
      getLhsRaggedDimensions(),      getRhsGroupDimensions()};
  auto filled = llvm::make_filter_range(
      llvm::zip_equal(listNames, lists),
      [](auto named) { return !std::get<1>(named).empty(); });
  printer << '<';
  llvm::interleaveComma(filled, printer.getStream(), [&](auto named) {
    auto [name, list] = named;
    printer << name << " = [";
    llvm::interleaveComma(list, printer.getStream());
    printer << ']';
  });
  printer << '>';
}
