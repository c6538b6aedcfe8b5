// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns of composites. A pattern is a term:
//
//   mul(x, rsqrt:s(…))   an op, its operands (in any order if commutative)
//                        and its role: s(tatistic), i(nterior, the default),
//                        o(utput), n (input), - (no member)
//   under(b, a)          a / b, but b is matched first
//   sum(x), top(x)       sum, maximum; all sums of one pattern reduce the
//                        same dimensions
//   total(x)             a sum over any dimensions
//   a | b                alternatives; the first match is taken
//   x                    a variable: the same value at each occurrence
//   $x, %x               … an argument or a constant; % is smaller than the
//                        result of the composite
//   chain(a)             a, or a sum of such terms and of constants
//   _  #  0.5            anything; any constant; this constant
//   #+  #-               a positive constant, a negative constant
//   #random              random numbers, after a chain of ops with constants
//   x=a                  a, bound to the variable x
//   #eps  #lowest        a small positive constant; the lowest of the type
//   #n  #1/n             the number of elements that the sum reduces, and its
//                        reciprocal; #n' and #1/n' may be of one less
//
// and a definition names a term: `mean(x) = div:s(sum:s(x), #n)`.
#ifndef LIB_RECOGNIZE_PATTERN_H
#define LIB_RECOGNIZE_PATTERN_H

#include "lib/Recognize/Kinds.h"
#include <array>

namespace mlir::amp::recognize {

enum class Role : uint8_t { none, input, statistic, interior, output };
StringRef nameOf(Role role);

struct Term {
  enum class Is : uint8_t {
    anything,
    variable,
    constant,
    number,
    epsilon,
    positive,
    negative,
    count,
    inverseCount,
    freedom,
    inverseFreedom,
    lowest,
    random,
    chain,
    both,
    op,
    either
  };
  Is is;
  Kind kind = Kind::other;
  Role role = Role::interior;
  bool isSmall = false;    ///< of a variable
  bool sharesDims = false; ///< of a sum
  bool isTotal = false;    ///< of a sum: over any dimensions
  bool isBackward = false; ///< matches operands in reverse order
  uint8_t variable = 0;
  double number = 0;
  SmallVector<unsigned, 3> parts;
  KindSet kinds = allKinds; ///< kinds of ops that it can match
};

struct GroupPattern {
  StringRef group;
  unsigned term;
  StringRef next; ///< group of its user, if required
};

/// All patterns, by priority: an op has the first one that matches.
class Grammar {
public:
  static const Grammar &get();

  static constexpr size_t maxVariables = 6;

  const Term &operator[](unsigned term) const { return terms[term]; }
  ArrayRef<GroupPattern> getPatterns() const { return patterns; }

  /// Returns the pattern that produces the data of this group, if any.
  const GroupPattern *findBefore(StringRef group) const;

  /// Returns the patterns whose last op is of this kind.
  ArrayRef<unsigned> endingWith(Kind kind) const {
    return byKind[static_cast<unsigned>(kind)];
  }

private:
  friend class PatternParser;
  Grammar();

  std::vector<Term> terms;
  SmallVector<GroupPattern> patterns;
  std::array<SmallVector<unsigned, 2>, 64> byKind;
};

/// Line of the table: `head = term`. A head with parentheses is a definition, a
/// head without is a group. `a before b` is a group whose result is the first
/// variable of group b.
struct GrammarLine {
  StringLiteral head, term;
};
ArrayRef<GrammarLine> grammarLines();

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_PATTERN_H
