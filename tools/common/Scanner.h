// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State of the scan of one module's text (see InputScan.h).
#ifndef TOOLS_COMMON_SCANNER_H
#define TOOLS_COMMON_SCANNER_H

#include "Aliases.h"
#include "Nesting.h"
#include "Resources.h"
#include "TypeText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

namespace mlir::amp::opt {

class Scanner {
public:
  Scanner(llvm::MutableArrayRef<char> text, unsigned maxNesting)
      : p(text.data()), begin(p), end(p + text.size()), maxNesting(maxNesting) {
  }

  std::optional<InputError> scan();

private:
  void scanUntil(size_t brackets);
  void scanPlain();
  void scanString();
  void scanOpening();
  void scanComment();
  void scanSigil();
  void scanDefinition(llvm::StringRef name);
  void scanValue();
  void countUse(llvm::StringRef name);
  void enterLiteral(llvm::StringRef word, const char *bracket);
  void leaveLiteral();

  llvm::StringRef rest() const { return {p, size_t(end - p)}; }
  bool isAt(llvm::StringRef token) const { return rest().starts_with(token); }
  bool isAtBracket() const {
    return isAt("<") || isAt("(") || isAt("[") || (isAt("{") && !isAt("{-#"));
  }
  llvm::StringRef wordBefore(const char *last) const;
  void skipTo(llvm::StringRef text) { p = const_cast<char *>(text.data()); }
  void skipSpace() { skipTo(amp::opt::skipSpace(rest())); }
  bool consume(llvm::StringRef token) {
    bool isThere = isAt(token);
    p += isThere ? token.size() : 0;
    return isThere;
  }
  void checkDepth(unsigned depth, const char *where);
  void countOperation();
  void fail(const char *where, const llvm::Twine &message);

  char *p, *begin, *end;
  unsigned maxNesting;
  Nesting nesting;
  Aliases aliases;
  TypeAliases typeTexts;
  Resources resources;
  /// Open brackets around the dialect's `#name<…>` or `!name<…>` that contains
  /// p. MLIR first reads such a body as plain text, without comments, and
  /// parses it if the dialect is known.
  std::optional<size_t> body;
  std::optional<Alias> current; // the alias that p defines
  /// The `dense<…>` or `sparse<…>` that contains p.
  struct Literal {
    size_t brackets;               // open around the literal
    const char *complex = nullptr; // first complex number
  };
  std::optional<Literal> literal;
  std::optional<InputError> error;
};

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_SCANNER_H
