// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of the input scan that knows aliases: `#name = value` and its uses.
#include "Scanner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

/// Attributes and types that one alias may stand for.
static constexpr uint32_t maxAliasSize = 1 << 24;

static bool isNameChar(char c) { return isWordChar(c) || c == '-'; }

/// Returns true if `text` starts with an attribute or type of a dialect:
/// `#foo.bar<`.
static bool isDialectName(StringRef text) {
  return (text.starts_with("#") || text.starts_with("!")) &&
         text.drop_front().take_while(isWordChar).contains('.');
}

void Scanner::countUse(StringRef name) {
  if (!current && nesting.depth() + aliases.deepest() <= maxNesting)
    return;
  Alias alias = aliases.find(name);
  if (current)
    current->size = llvm::SaturatingAdd(current->size, alias.size);
  // A definition without brackets around the name: `() -> !name`.
  unsigned level = nesting.brackets() == 0;
  checkDepth(nesting.depth() + alias.depth + level, name.data());
}

void Scanner::scanSigil() {
  StringRef name =
      rest().take_front(1 + rest().drop_front().take_while(isNameChar).size());
  p += name.size();
  if (body && name.ends_with("-") && consume(">")) // `!a->b`: an arrow or not
    nesting.distrust();
  else if (!body && isAt("<"))
    body = nesting.brackets();
  if (nesting.brackets() > 0 || current)
    return countUse(name);
  StringRef after = amp::opt::skipSpace(rest());
  if (after.consume_front("=")) {
    skipTo(after);
    scanDefinition(name);
  }
}

/// One value of a definition: a name, a literal or a bracket, and the brackets
/// that follow it.
void Scanner::scanValue() {
  skipSpace();
  if (!consume("-"))
    consume("@");
  if (isAt("\""))
    scanString();
  else if (isAt("#") || isAt("!"))
    scanSigil();
  while (p < end &&
         (isWordChar(*p) || (*p == '-' && llvm::toLower(p[-1]) == 'e')))
    ++p;
  while (true) {
    if (!body)
      skipSpace();
    if (!isAtBracket())
      return;
    size_t brackets = nesting.brackets();
    scanOpening();
    if (nesting.brackets() > brackets)
      scanUntil(brackets);
  }
}

/// `value (':' value | '->' value)*`, such as `() -> i32` and `dense<1> : !t`.
void Scanner::scanDefinition(StringRef name) {
  skipSpace();
  StringRef value = rest();
  if (name.starts_with("!"))
    typeTexts[name] = value;
  current = Alias{/*depth=*/0, /*size=*/1};
  do {
    scanValue();
    if (!error && current->size > maxAliasSize)
      fail(name.data(), "'" + name + "' stands for more than " +
                            llvm::Twine(maxAliasSize) + " attributes or types");
    skipSpace();
  } while (consume("->") || consume(":"));
  // An attribute that prints under a name of its own is not printed repeatedly.
  if (value.starts_with("loc") || isDialectName(value))
    current->size = 1;
  aliases.define(name, *current);
  current.reset();
}
