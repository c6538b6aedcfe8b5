// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InputScan.h"
#include "Aliases.h"
#include "BoolConstants.h"
#include "Nesting.h"
#include "Resources.h"
#include "TypeText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace mlir;
using namespace mlir::amp;
using llvm::StringRef;

namespace {
/// Attributes and types that one alias may stand for.
constexpr uint64_t maxAliasSize = 1 << 24;

enum Kind : char {
  Plain,
  Quote,
  Slash,
  Open,
  Close,
  Comma,
  Operator,
  Word,
  Sigil,
  Binary
};

constexpr std::array<Kind, 256> makeKinds() {
  std::array<Kind, 256> kinds{};
  for (unsigned char c = 1; c < ' '; ++c)
    kinds[c] = c == '\t' || c == '\n' || c == '\r' ? Plain : Binary;
  for (unsigned char c : {'(', '[', '{', '<'})
    kinds[c] = Open;
  for (unsigned char c : {')', ']', '}', '>'})
    kinds[c] = Close;
  for (unsigned char c : {'+', '-', '*'})
    kinds[c] = Operator;
  for (unsigned char c : {'m', 'v'}) // mod, floordiv, ceildiv
    kinds[c] = Word;
  kinds['"'] = Quote;
  kinds['/'] = Slash;
  kinds[','] = Comma;
  kinds['#'] = kinds['!'] = Sigil;
  return kinds;
}
constexpr std::array<Kind, 256> kinds = makeKinds();

/// Whether `text` starts with an attribute or type of a dialect: `#foo.bar<`.
bool isDialectName(StringRef text) {
  return (text.starts_with("#") || text.starts_with("!")) &&
         text.drop_front().take_while(isWordChar).contains('.');
}

bool isNameChar(char c) { return isWordChar(c) || c == '-'; }

class Scanner {
public:
  Scanner(llvm::MutableArrayRef<char> text, unsigned maxNesting)
      : p(text.data()), begin(p), end(p + text.size()), maxNesting(maxNesting) {
  }

  std::optional<InputError> scan();

private:
  void scanUntil(size_t brackets);
  void scanString();
  void scanOpening();
  void scanSigil();
  void scanDefinition(StringRef name);
  void scanValue();
  void countUse(StringRef name);

  StringRef rest() const { return StringRef(p, end - p); }
  StringRef wordBefore() const;
  void skipTo(StringRef text) { p = const_cast<char *>(text.data()); }
  void skipSpace() { skipTo(amp::skipSpace(rest())); }
  bool consume(StringRef token) {
    if (!rest().starts_with(token))
      return false;
    p += token.size();
    return true;
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
  std::optional<Alias> current; // the alias whose definition p is in
  std::optional<InputError> error;
};
} // namespace

void Scanner::fail(const char *where, const llvm::Twine &message) {
  if (!error)
    error = {where, message.str()};
  p = end;
}

void Scanner::checkDepth(unsigned depth, const char *where) {
  if (current)
    current->depth = std::max(current->depth, depth);
  if (depth > maxNesting)
    fail(where, "nesting deeper than " + llvm::Twine(maxNesting) +
                    " levels; --max-nesting=N allows more");
}

void Scanner::countOperation() {
  nesting.operation();
  checkDepth(nesting.depth(), p - 1);
}

/// The word that ends at p, with what makes it another word: `tensor`,
/// `foo.tensor`, `!tensor`.
StringRef Scanner::wordBefore() const {
  StringRef before = StringRef(begin, p - begin).rtrim(" \t\r\n").take_back(32);
  size_t size = before.size();
  while (size > 0 && isWordChar(before[size - 1]))
    --size;
  if (size > 0 && StringRef("#!@%").contains(before[size - 1]))
    --size;
  return before.drop_front(size);
}

void Scanner::scanString() {
  char *literal = p;
  StringRef text = rest().take_front(stringLength(rest()));
  p += text.size();
  if (!text.starts_with("\"0x"))
    return;
  StringRef before = StringRef(begin, literal - begin).rtrim(" \t\r\n");
  StringRef after = amp::skipSpace(rest());
  if (!before.consume_back("<") ||
      !before.rtrim(" \t\r\n").ends_with("dense") ||
      !after.consume_front(">") ||
      !(after = amp::skipSpace(after)).consume_front(":"))
    return;
  packBools({literal, text.size()}, after, typeTexts);
}

void Scanner::scanOpening() {
  char *bracket = p;
  StringRef text = rest().drop_front();
  if (*p == '<') {
    if (text.starts_with("=")) { // less or equal
      p += 2;
      return;
    }
    StringRef word = wordBefore();
    if (word == "dense_resource")
      resources.use(text);
    // No shape of fewer digits overflows.
    if ((word == "tensor" || word == "vector" || word == "memref") &&
        text.find_first_not_of("0123456789x") > 18)
      if (auto shape = readShape(text, typeTexts); shape && shape->overflows)
        return fail(bracket, "shape has more elements than 64 bits can count");
  } else if (*p == '{' && text.consume_front("-#")) {
    return skipTo(resources.define(text));
  }
  bool isLocation = *p == '(' && wordBefore() == "loc";
  nesting.enter(*p++, isLocation ? 0 : 1);
  checkDepth(nesting.depth(), bracket);
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
  if (nesting.brackets() > 0 || current)
    return countUse(name);
  StringRef after = amp::skipSpace(rest());
  if (after.consume_front("=")) {
    skipTo(after);
    scanDefinition(name);
  }
}

/// One value of a definition: a name, a literal or a bracket, and the brackets
/// that follow it.
void Scanner::scanValue() {
  skipSpace();
  if (rest().starts_with("-"))
    ++p;
  if (rest().starts_with("@"))
    ++p;
  if (rest().starts_with("\""))
    scanString();
  else if (rest().starts_with("#") || rest().starts_with("!"))
    scanSigil();
  while (p < end &&
         (isWordChar(*p) || (*p == '-' && llvm::toLower(p[-1]) == 'e')))
    ++p;
  while (skipSpace(),
         p < end && kinds[uint8_t(*p)] == Open && !rest().starts_with("{-#")) {
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
  current = Alias();
  do {
    scanValue();
    if (!error && current->size > maxAliasSize)
      fail(name.data(), "'" + name + "' stands for more than " +
                            llvm::Twine(maxAliasSize) + " attributes or types");
    skipSpace();
  } while (consume("->") || consume(":"));
  // What prints under a name of its own is not printed again and again.
  if (value.starts_with("loc") || isDialectName(value))
    current->size = 1;
  aliases.define(name, *current);
  current.reset();
}

void Scanner::scanUntil(size_t brackets) {
  while (p < end) {
    switch (kinds[uint8_t(*p)]) {
    case Plain:
      ++p;
      break;
    case Quote:
      scanString();
      break;
    case Slash:
      if (rest().starts_with("//"))
        skipSpace();
      else
        ++p;
      break;
    case Open:
      scanOpening();
      break;
    case Close:
      nesting.leave(*p++);
      if (nesting.brackets() == brackets)
        return;
      break;
    case Comma:
      ++p;
      nesting.comma();
      break;
    case Operator:
      if (consume("->"))
        break;
      ++p;
      countOperation();
      break;
    case Word:
      if (rest().starts_with("mod") ||
          StringRef(begin, p - begin).ends_with("di"))
        countOperation();
      ++p;
      break;
    case Sigil:
      scanSigil();
      break;
    case Binary:
      fail(p,
           "not MLIR text: byte 0x" +
               llvm::utohexstr(uint8_t(*p), /*LowerCase=*/true, /*Width=*/2));
      break;
    }
  }
}

std::optional<InputError> Scanner::scan() {
  scanUntil(/*brackets=*/SIZE_MAX);
  return error ? error : resources.check();
}

std::optional<InputError> amp::scanInput(llvm::MutableArrayRef<char> text,
                                         const ScanOptions &options) {
  StringRef marker = options.splitMarker;
  while (true) {
    size_t size = marker.empty()
                      ? StringRef::npos
                      : StringRef(text.data(), text.size()).find(marker);
    auto module = text.take_front(std::min(size, text.size()));
    if (auto error = Scanner(module, options.maxNesting).scan())
      return error;
    if (size == StringRef::npos)
      return std::nullopt;
    text = text.drop_front(size + marker.size());
  }
}
