// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TextMutants.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

namespace {
struct Token {
  size_t begin, size;
};

struct Keywords {
  llvm::StringLiteral from, to;
};
} // namespace

/// Keywords of StableHLO's enums, each with a replacement.
static constexpr Keywords keywords[] = {{"ADJOINT", "TRANSPOSE"},
                                        {"DEFAULT", "HIGHEST"},
                                        {"EQ", "NE"},
                                        {"FLOAT", "TOTALORDER"},
                                        {"GE", "GT"},
                                        {"GT", "LT"},
                                        {"HIGHEST", "DEFAULT"},
                                        {"LE", "LT"},
                                        {"LT", "GE"},
                                        {"NE", "EQ"},
                                        {"NO_TRANSPOSE", "TRANSPOSE"},
                                        {"NORMAL", "UNIFORM"},
                                        {"SIGNED", "UNSIGNED"},
                                        {"THREE_FRY", "PHILOX"},
                                        {"TRANSPOSE", "NO_TRANSPOSE"},
                                        {"UNIFORM", "NORMAL"},
                                        {"UNSIGNED", "SIGNED"},
                                        {"false", "true"},
                                        {"true", "false"}};

static bool isWord(char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; }

/// Returns words and numbers outside quotes.
static std::vector<Token> findTokens(StringRef text) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      size_t end = text.find('"', i + 1);
      i = end == StringRef::npos ? text.size() : end + 1;
    } else if (!isWord(text[i])) {
      ++i;
    } else {
      size_t end = i;
      while (end < text.size() && isWord(text[end]))
        ++end;
      tokens.push_back({i, end - i});
      i = end;
    }
  }
  return tokens;
}

static bool isInteger(StringRef text) {
  return llvm::all_of(text, [](char c) { return llvm::isDigit(c); });
}

std::vector<std::string> amp::mutate::mutateText(Attribute attribute) {
  std::string text = debugString(attribute);
  std::vector<Token> tokens = findTokens(text);
  std::vector<std::string> mutants;
  auto replace = [&](Token token, const Twine &by) {
    mutants.push_back((StringRef(text).take_front(token.begin) + by +
                       StringRef(text).drop_front(token.begin + token.size))
                          .str());
  };
  for (size_t i = 0; i < tokens.size(); ++i) {
    StringRef word = StringRef(text).substr(tokens[i].begin, tokens[i].size);
    uint64_t number;
    if (isInteger(word) && !word.getAsInteger(10, number)) {
      replace(tokens[i], Twine(number + 1));
      if (number > 0)
        replace(tokens[i], Twine(number - 1));
      Token next = i + 1 < tokens.size() ? tokens[i + 1] : Token{0, 0};
      StringRef other = StringRef(text).substr(next.begin, next.size);
      if (next.size && isInteger(other) && other != word)
        replace({tokens[i].begin, next.begin + next.size - tokens[i].begin},
                other + ", " + word);
    }
    for (const Keywords &pair : keywords)
      if (word == pair.from)
        replace(tokens[i], pair.to);
  }
  return mutants;
}

Attribute amp::mutate::parseMutant(Attribute attribute, unsigned variant) {
  std::vector<std::string> mutants = mutateText(attribute);
  if (variant >= mutants.size())
    return {};
  ScopedDiagnosticHandler silent(attribute.getContext(),
                                 [](Diagnostic &) { return success(); });
  Attribute parsed =
      parseAttribute(mutants[variant], attribute.getContext(), Type(),
                     /*numRead=*/nullptr, /*isKnownNullTerminated=*/true);
  return parsed == attribute ? Attribute() : parsed;
}
