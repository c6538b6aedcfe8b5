// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/Pattern.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

StringRef amp::recognize::nameOf(Role role) {
  static constexpr StringLiteral names[] = {"", "input", "statistic",
                                            "interior", "output"};
  return names[static_cast<unsigned>(role)];
}

namespace mlir::amp::recognize {
/// Recursive-descent parser of one line; expands definitions at each use.
class PatternParser {
public:
  using Scope = llvm::StringMap<unsigned>;
  struct Definition {
    SmallVector<StringRef> parameters;
    StringRef term;
  };
  using Definitions = llvm::StringMap<Definition>;

  PatternParser(Grammar &grammar, const Definitions &definitions)
      : grammar(grammar), definitions(definitions) {}

  unsigned parse(StringRef text, const Scope &scope);

private:
  unsigned parseEither(const Scope &scope);
  unsigned parseTerm(const Scope &scope);
  unsigned parseConstant();
  unsigned parseNamed(StringRef name, const Scope &scope);
  unsigned parseVariable(StringRef name, KindSet kinds = allKinds,
                         bool isSmall = false);
  SmallVector<unsigned, 3> parseParts(const Scope &scope);
  Role parseRole();
  bool take(StringRef prefix);
  StringRef takeWord();
  unsigned add(Term term);
  [[noreturn]] void fail(StringRef wanted) const;

  Grammar &grammar;
  const Definitions &definitions;
  StringRef rest;
  llvm::StringMap<uint8_t> variables;
};
} // namespace mlir::amp::recognize

void PatternParser::fail(StringRef wanted) const {
  llvm::report_fatal_error("expects " + wanted + " in a pattern, but got '" +
                               rest + "'",
                           /*gen_crash_diag=*/false);
}

/// Replaces StringRef::ltrim, which builds a character set at each call.
static StringRef dropSpace(StringRef text) {
  return text.drop_while(llvm::isSpace);
}

bool PatternParser::take(StringRef prefix) {
  rest = dropSpace(rest);
  return rest.consume_front(prefix);
}

StringRef PatternParser::takeWord() {
  rest = dropSpace(rest);
  StringRef word =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  rest = rest.drop_front(word.size());
  return word;
}

unsigned PatternParser::add(Term term) {
  grammar.terms.push_back(std::move(term));
  return grammar.terms.size() - 1;
}

unsigned PatternParser::parse(StringRef text, const Scope &scope) {
  StringRef outer = std::exchange(rest, text);
  unsigned term = parseEither(scope);
  if (!rest.trim().empty())
    fail("the end");
  rest = outer;
  return term;
}

unsigned PatternParser::parseEither(const Scope &scope) {
  Term either{Term::Is::either};
  either.kinds = 0;
  do {
    either.parts.push_back(parseTerm(scope));
    either.kinds |= grammar.terms[either.parts.back()].kinds;
  } while (take("|"));
  return either.parts.size() == 1 ? either.parts.front() : add(either);
}

unsigned PatternParser::parseTerm(const Scope &scope) {
  if (take("(")) {
    unsigned term = parseEither(scope);
    if (!take(")"))
      fail("')'");
    return term;
  }
  constexpr KindSet given = setOf(Kind::leaf) | setOf(Kind::constant);
  if (take("$"))
    return parseVariable(takeWord(), given);
  if (take("%"))
    return parseVariable(takeWord(), given, /*isSmall=*/true);
  if (rest.starts_with("#") || rest.starts_with("-") ||
      (!rest.empty() && llvm::isDigit(rest.front())))
    return parseConstant();
  StringRef name = takeWord();
  if (name.empty())
    fail("a term");
  return name == "_" ? add(Term{Term::Is::anything}) : parseNamed(name, scope);
}

unsigned PatternParser::parseConstant() {
  static constexpr std::pair<StringLiteral, Term::Is> kinds[] = {
      {"#eps", Term::Is::epsilon},
      {"#lowest", Term::Is::lowest},
      {"#1/n'", Term::Is::inverseFreedom},
      {"#1/n", Term::Is::inverseCount},
      {"#n'", Term::Is::freedom},
      {"#n", Term::Is::count},
      {"#+", Term::Is::positive},
      {"#-", Term::Is::negative},
      {"#", Term::Is::constant}};
  Term term{Term::Is::number};
  term.kinds = numberKinds;
  if (take("#random"))
    return add(Term{Term::Is::random});
  for (auto [text, is] : kinds)
    if (take(text)) {
      term.is = is;
      return add(term);
    }
  StringRef digits = rest.take_while(
      [](char c) { return llvm::isDigit(c) || c == '.' || c == '-'; });
  if (digits.getAsDouble(term.number))
    fail("a number");
  rest = rest.drop_front(digits.size());
  return add(term);
}

Role PatternParser::parseRole() {
  static constexpr std::pair<StringLiteral, Role> roles[] = {
      {":s", Role::statistic},
      {":i", Role::interior},
      {":o", Role::output},
      {":n", Role::input},
      {":-", Role::none}};
  for (auto [text, role] : roles)
    if (rest.consume_front(text))
      return role;
  return Role::interior;
}

SmallVector<unsigned, 3> PatternParser::parseParts(const Scope &scope) {
  SmallVector<unsigned, 3> parts;
  if (take(")"))
    return parts;
  do
    parts.push_back(parseEither(scope));
  while (take(","));
  if (!take(")"))
    fail("')'");
  return parts;
}

unsigned PatternParser::parseVariable(StringRef name, KindSet kinds,
                                      bool isSmall) {
  Term term{Term::Is::variable};
  term.variable = variables.try_emplace(name, variables.size()).first->second;
  term.kinds = kinds;
  term.isSmall = isSmall;
  if (term.variable >= Grammar::maxVariables)
    fail("fewer variables");
  return add(term);
}

unsigned PatternParser::parseNamed(StringRef name, const Scope &scope) {
  if (take("=")) {
    Term both{Term::Is::both};
    unsigned term = parseTerm(scope); // its variables are numbered first
    both.parts = {parseVariable(name), term};
    both.kinds = grammar.terms[both.parts.back()].kinds;
    return add(both);
  }
  Role role = parseRole();
  if (!take("(")) {
    auto bound = scope.find(name);
    return bound == scope.end() ? parseVariable(name) : bound->second;
  }
  SmallVector<unsigned, 3> parts = parseParts(scope);
  if (name == "chain") {
    Term term{Term::Is::chain};
    term.parts = std::move(parts);
    return add(term);
  }
  if (auto found = definitions.find(name); found != definitions.end()) {
    const Definition &definition = found->second;
    if (definition.parameters.size() != parts.size())
      fail("as many parts as '" + name.str() + "' has");
    Scope inner;
    for (auto [parameter, part] : llvm::zip(definition.parameters, parts))
      inner[parameter] = part;
    return parse(definition.term, inner);
  }
  Term term{Term::Is::op};
  term.sharesDims = name == "sum";
  term.isTotal = name == "total";
  term.isBackward = name == "under";
  std::optional<Kind> kind = findKind(name == "total"   ? "sum"
                                      : name == "under" ? "div"
                                                        : name);
  if (!kind)
    fail("an op instead of '" + name.str() + "'");
  term.kind = *kind;
  term.role = role;
  term.parts = std::move(parts);
  term.kinds = setOf(*kind);
  return add(term);
}

//===----------------------------------------------------------------------===//
// The grammar
//===----------------------------------------------------------------------===//

Grammar::Grammar() {
  PatternParser::Definitions definitions;
  for (const GrammarLine &line : grammarLines()) {
    auto [name, list] = line.head.split('(');
    if (name.size() == line.head.size())
      continue;
    auto &definition = definitions[name];
    if (list != ")")
      list.drop_back().split(definition.parameters, ", ");
    definition.term = line.term;
  }
  for (const GrammarLine &line : grammarLines()) {
    if (line.head.contains('('))
      continue;
    unsigned term = PatternParser(*this, definitions).parse(line.term, {});
    auto [group, next] = line.head.split(" before ");
    for (unsigned kind = 0; kind < byKind.size(); ++kind)
      if (next.empty() && terms[term].kinds & KindSet(1) << kind)
        byKind[kind].push_back(patterns.size());
    patterns.push_back({group, term, next});
  }
}

const GroupPattern *Grammar::findBefore(StringRef group) const {
  auto *found = llvm::find_if(patterns, [&](const GroupPattern &pattern) {
    return pattern.next == group;
  });
  return found == patterns.end() ? nullptr : found;
}

const Grammar &Grammar::get() {
  static const Grammar grammar;
  return grammar;
}
