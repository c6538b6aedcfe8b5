// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=2, j=4, k=8} reduction={k}>
#include "dialects/sdy/IR/Sdy.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp::sdy;

static constexpr int64_t numLetters = 'z' - 'i' + 1;
static constexpr StringLiteral specialFactors[] = {
    "reduction", "need_replication", "permutation", "blocked_propagation"};

// i, j, …, z, z_1, z_2, …
static std::string spell(int64_t factor) {
  if (factor < numLetters)
    return std::string(1, static_cast<char>('i' + factor));
  return "z_" + std::to_string(factor - numLetters + 1);
}

// Consumes one factor at the front of `text`.
static std::optional<int64_t> takeFactor(StringRef &text) {
  if (text.empty() || text.front() < 'i' || text.front() > 'z')
    return std::nullopt;
  int64_t letter = text.front() - 'i';
  text = text.drop_front();
  if (letter != numLetters - 1 || !text.consume_front("_"))
    return letter;
  StringRef digits = text.take_while(llvm::isDigit);
  text = text.drop_front(digits.size());
  int32_t number;
  if (digits.starts_with("0") || !llvm::to_integer(digits, number, 10))
    return std::nullopt;
  return letter + number;
}

static ParseResult parseFactor(AsmParser &parser, int64_t &factor) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  StringRef rest = text;
  std::optional<int64_t> parsed = takeFactor(rest);
  if (!parsed || !rest.empty())
    return parser.emitError(loc, "expects one factor, i to z or z_1, z_2, …, "
                                 "but got ")
           << text;
  factor = *parsed;
  return success();
}

Attribute DimMappingAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> factors;
  StringRef text;
  if (parser.parseOptionalKeyword(&text))
    return get(parser.getContext(), factors);
  StringRef rest = text;
  while (!rest.empty()) {
    std::optional<int64_t> factor = takeFactor(rest);
    if (!factor) {
      parser.emitError(loc, "expects factors, i to z or z_1, z_2, …, but got ")
          << text;
      return {};
    }
    factors.push_back(*factor);
  }
  return get(parser.getContext(), factors);
}

static void printFactors(AsmPrinter &printer, DimMappingAttr mapping) {
  for (int64_t factor : mapping.getFactorIndices())
    printer << spell(factor);
}

// Outside another attribute, a space separates the mapping from the mnemonic.
void DimMappingAttr::print(AsmPrinter &printer) const {
  if (!getFactorIndices().empty())
    printer << ' ';
  printFactors(printer, *this);
}

Attribute TensorMappingAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimMappingAttr> dims;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        Attribute dim = DimMappingAttr::parse(parser, {});
        dims.push_back(cast_or_null<DimMappingAttr>(dim));
        return success(dim != nullptr);
      }))
    return {};
  return get(parser.getContext(), dims);
}

void TensorMappingAttr::print(AsmPrinter &printer) const {
  printer << '[';
  llvm::interleaveComma(
      getDimMappings(), printer.getStream(),
      [&](DimMappingAttr dim) { printFactors(printer, dim); });
  printer << ']';
}

static ParseResult parseMappings(AsmParser &parser,
                                 SmallVector<TensorMappingAttr> &mappings) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    Attribute mapping = TensorMappingAttr::parse(parser, {});
    mappings.push_back(cast_or_null<TensorMappingAttr>(mapping));
    return success(mapping != nullptr);
  });
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorMappingAttr> operands, results;
  SmallVector<int64_t> sizes, special[std::size(specialFactors)];
  auto parseSize = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    int64_t factor;
    if (parseFactor(parser, factor))
      return failure();
    if (factor != static_cast<int64_t>(sizes.size()))
      return parser.emitError(loc, "expects the size of factor ")
             << spell(sizes.size()) << ", but got " << spell(factor);
    return failure(parser.parseEqual() ||
                   parser.parseInteger(sizes.emplace_back()));
  };
  if (parser.parseLess() || parseMappings(parser, operands) ||
      parser.parseArrow() || parseMappings(parser, results) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalBraces,
                                     parseSize))
    return {};
  for (auto [name, list] : llvm::zip_equal(specialFactors, special)) {
    auto &factors = list;
    if (parser.parseOptionalKeyword(name))
      continue;
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
          return parseFactor(parser, factors.emplace_back());
        }))
      return {};
  }
  bool isCustom = succeeded(parser.parseOptionalComma());
  if ((isCustom && parser.parseKeyword("custom")) || parser.parseGreater())
    return {};
  return get(parser.getContext(), sizes, operands, results, special[0],
             special[1], special[2], special[3], isCustom);
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << "<(";
  printer.printStrippedAttrOrType(getOperandMappings());
  printer << ")->(";
  printer.printStrippedAttrOrType(getResultMappings());
  printer << ')';
  if (!getFactorSizes().empty()) {
    printer << " {";
    llvm::interleaveComma(llvm::enumerate(getFactorSizes()),
                          printer.getStream(), [&](auto factor) {
                            printer << spell(factor.index()) << '='
                                    << factor.value();
                          });
    printer << '}';
  }
  ArrayRef<int64_t> special[] = {
      getReductionFactors(), getNeedReplicationFactors(),
      getPermutationFactors(), getBlockedPropagationFactors()};
  for (auto [name, factors] : llvm::zip_equal(specialFactors, special)) {
    if (factors.empty())
      continue;
    printer << ' ' << name << "={";
    llvm::interleaveComma(factors, printer.getStream(),
                          [&](int64_t factor) { printer << spell(factor); });
    printer << '}';
  }
  printer << (getIsCustomRule() ? ", custom>" : ">");
}
