// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Scanner.h"
#include "BoolConstants.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

namespace {
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

/// Returns true if the shape at the start of `text` has enough digits to
/// overflow.
bool isLongShape(StringRef text) {
  size_t size = 0;
  while (size < text.size() && (llvm::isDigit(text[size]) || text[size] == 'x'))
    ++size;
  return size > 18;
}

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

/// Returns the word that ends at `last`, with its prefix: `tensor`,
/// `foo.tensor`, `!tensor`.
StringRef Scanner::wordBefore(const char *last) const {
  while (last > begin && isSpace(last[-1]))
    --last;
  const char *first = last;
  while (first > begin && last - first < 32 && isWordChar(first[-1]))
    --first;
  if (first > begin && StringRef("#!@%").contains(first[-1]))
    --first;
  return StringRef(first, last - first);
}

/// Skips a string and packs it if it is an i1 constant. The body of a dialect's
/// attribute is not packed, because MLIR may keep it as text.
void Scanner::scanString() {
  char *literal = p;
  StringRef text = rest().take_front(stringLength(rest()));
  p += text.size();
  if (body || !text.starts_with("\"0x"))
    return;
  const char *bracket = literal - 1;
  while (bracket > begin && isSpace(*bracket))
    --bracket;
  StringRef after = amp::opt::skipSpace(rest());
  if (bracket <= begin || *bracket != '<' || wordBefore(bracket) != "dense" ||
      !after.consume_front(">") ||
      !(after = amp::opt::skipSpace(after)).consume_front(":"))
    return;
  packBools({literal, text.size()}, after, typeTexts);
}

/// Skips words and white space. MLIR parses a number, including shapes, in
/// quadratic time in its length.
void Scanner::scanPlain() {
  constexpr ptrdiff_t longest = 4096;
  char *first = p;
  while (p < end && kinds[uint8_t(*p)] == Plain)
    ++p;
  if (p - first <= longest)
    return;
  for (char *word = first, *last; word < p; word = last + 1) {
    last = std::find_if_not(word, p, isWordChar);
    if (last - word > longest && llvm::isDigit(*word))
      return fail(word, "number of more than " + llvm::Twine(longest) +
                            " characters");
  }
}

void Scanner::scanComment() {
  if (!isAt("//"))
    return void(++p);
  if (!body)
    return skipSpace();
  p += 2;
  if (nesting.isDistrusted())
    return;
  StringRef line = rest().take_front(rest().find('\n'));
  if (line.find_first_of("()[]{}<>\"") != StringRef::npos)
    nesting.distrust();
  else
    p += line.size();
}

void Scanner::scanOpening() {
  char *bracket = p;
  StringRef text = rest().drop_front();
  if (*p == '<') {
    if (!body && nesting.isInParentheses() && consume("<=")) // affine_set
      return;
    StringRef word = wordBefore(p);
    if (word == "dense_resource")
      resources.use(text);
    enterLiteral(word, bracket);
    if (error)
      return;
    // Shapes with fewer digits cannot overflow.
    if ((word == "tensor" || word == "vector" || word == "memref") &&
        isLongShape(text))
      if (auto shape = readShape(text, typeTexts); shape && shape->overflows)
        return fail(bracket, "shape has more elements than 64 bits can count");
  } else if (!body && text.consume_front("-#") && *p == '{') {
    return skipTo(resources.define(text));
  }
  if (*p == '(' && literal && !literal->complex)
    literal->complex = p;
  bool isLocation = *p == '(' && wordBefore(p) == "loc";
  nesting.enter(*p++, isLocation ? 0 : 1);
  checkDepth(nesting.depth(), bracket);
}

void Scanner::scanUntil(size_t brackets) {
  while (p < end) {
    switch (kinds[uint8_t(*p)]) {
    case Plain:
      scanPlain();
      break;
    case Quote:
      scanString();
      break;
    case Slash:
      scanComment();
      break;
    case Open:
      scanOpening();
      break;
    case Close:
      nesting.leave(*p++);
      if (body && nesting.brackets() <= *body)
        body.reset();
      if (literal && nesting.brackets() <= literal->brackets)
        leaveLiteral();
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
    case Word: {
      bool isOperator =
          isAt("mod") || StringRef(begin, p - begin).ends_with("di");
      ++p;
      if (isOperator)
        countOperation();
      break;
    }
    case Sigil:
      scanSigil();
      break;
    case Binary:
      if (body)
        ++p;
      else
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

//===----------------------------------------------------------------------===//
// Aliases: `#name = value` and its uses
//===----------------------------------------------------------------------===//

/// Maximum number of attributes and types that one alias expands to.
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
  // The name is outside brackets in a definition such as `() -> !name`.
  unsigned level = nesting.brackets() == 0;
  checkDepth(nesting.depth() + alias.depth + level, name.data());
}

void Scanner::scanSigil() {
  StringRef name =
      rest().take_front(1 + rest().drop_front().take_while(isNameChar).size());
  p += name.size();
  if (body && name.ends_with("-") && consume(">")) // `!a->b` is ambiguous
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

/// Scans one value of a definition: a name, a literal or a bracket, with the
/// brackets that follow.
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

/// Scans `value (':' value | '->' value)*`: `() -> i32`, `dense<1> : !t`.
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
  // An attribute with an alias of its own is printed only once.
  if (value.starts_with("loc") || isDialectName(value))
    current->size = 1;
  aliases.define(name, *current);
  current.reset();
}

//===----------------------------------------------------------------------===//
// Constants that MLIR 22's parser misreads or reads out of bounds
//===----------------------------------------------------------------------===//
//
//   array<index: 1>                     index has no width
//   dense<(1.0, 2.0)> : tensor<6xf32>   complex number of a real type

/// `word` precedes the `<` at `bracket`.
void Scanner::enterLiteral(StringRef word, const char *bracket) {
  if (word == "dense" || word == "sparse")
    literal = Literal{nesting.brackets()};
  if (word != "array")
    return;
  StringRef text = amp::opt::skipSpace(rest().drop_front());
  if (!text.starts_with("index") && !text.starts_with("!"))
    return;
  if (auto type = readShape(text, typeTexts); type && type->element == "index")
    fail(bracket, "expected an array of integers or floats, but got one of "
                  "index");
}

/// p is after the `>`.
void Scanner::leaveLiteral() {
  const char *complex = std::exchange(literal, std::nullopt)->complex;
  StringRef after = amp::opt::skipSpace(rest());
  if (!complex || !after.consume_front(":"))
    return;
  // MLIR rejects text that is not the name of a builtin type.
  auto type = readShapedType(after, typeTexts);
  if (!type || type->element.empty() || type->element == "complex" ||
      type->element.starts_with("!"))
    return;
  fail(complex, "expected elements of type '" + type->element +
                    "', but got a complex number");
}
