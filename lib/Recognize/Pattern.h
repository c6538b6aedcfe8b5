// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns of composites. A pattern is a term:
//
//   mul(x, rsqrt:s(…))   an op and its operands, in either order where the op
//                        does not care, with its role: s(tatistic), i(nterior,
//                        also unless said), o(utput), n (input), - (no member)
//   under(b, a)          a / b, but b is matched first
//   sum(x), top(x)       over dimensions; all sums of one pattern over the same
//   total(x)             a sum over any dimensions
//   a | b                one of them: the first that matches
//   x                    the same value wherever it stands
//   $x, %x               … which the program is given; % smaller than what the
//                        composite makes
//   chain(a)             a, or a sum of such and of constants
//   _  #  0.5            anything; a constant; this constant
//   #+  #-               a positive one, a negative one
//   #random              drawn, by a chain of ops with constants
//   x=a                  a, which is the same value wherever x stands
//   #eps  #lowest        a small positive one; one that no number is below
//   #n  #1/n             the number of elements that the sum goes over, and its
//                        reciprocal; #n' and #1/n' may be of one less
//
// and a definition gives a term a name: `mean(x) = div:s(sum:s(x), #n)`.
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
  bool isBackward = false; ///< the last operand comes first
  uint8_t variable = 0;
  double number = 0;
  SmallVector<unsigned, 3> parts;
  KindSet kinds = allKinds; ///< of the ops that it may be
};

struct GroupPattern {
  StringRef group;
  unsigned term;
  StringRef next; ///< the group whose data it prepares, if it must
};

/// All patterns; where two fit an op, the first one is what it is.
class Grammar {
public:
  static const Grammar &get();

  static constexpr size_t maxVariables = 6;

  const Term &operator[](unsigned term) const { return terms[term]; }
  ArrayRef<GroupPattern> getPatterns() const { return patterns; }

  /// The one that prepares the data of this group, if any.
  const GroupPattern *findBefore(StringRef group) const;

  /// Those whose last op is of this kind.
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

/// A line of the table: `head = term`. A head with parentheses is a definition,
/// one without is a group; `a before b` is one whose result is the first
/// variable of group b.
struct GrammarLine {
  StringLiteral head, term;
};
ArrayRef<GrammarLine> grammarLines();

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_PATTERN_H
