// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matches terms against the program, backwards from the last op of a composite.
#ifndef LIB_RECOGNIZE_MATCH_H
#define LIB_RECOGNIZE_MATCH_H

#include "lib/Recognize/Pattern.h"
#include "lib/Recognize/ProgramDataflow.h"

namespace mlir::amp::recognize {

struct Member {
  Operation *op;
  const Frame *frame;
  Role role;
};

class Matcher {
public:
  explicit Matcher(ProgramDataflow &dataflow)
      : dataflow(dataflow), grammar(Grammar::get()) {}

  /// Returns true if `ref` and its producers match the pattern. The members,
  /// last op first, and the other results then belong to this match.
  bool match(const GroupPattern &pattern, Ref ref);

  ArrayRef<Member> getMembers() const { return members; }

  /// Returns the first sum over the dimensions that the pattern shares.
  Operation *getSum() const { return sum; }

  /// Returns the first variable of the pattern.
  Ref getData() const { return variables[0].ref; }

private:
  struct Place {
    Ref ref, base;
    Kind kind;
    Axes axes;
    bool isWalked = false; ///< axes are those of base
  };
  /// First operands of an op, seen through the dataflow.
  struct Operands {
    Operation *op = nullptr;
    const Frame *frame = nullptr;
    unsigned count = 0;
    std::array<std::pair<Ref, Kind>, 3> bases;
  };
  struct Variable {
    Ref ref;
    Axes axes;         ///< at the occurrence with fewest inner indices
    InnerDigits inner; ///< at the occurrences that have some
  };
  struct Mark {
    size_t members, bound;
    Operation *sum;
  };

  Place placeOf(Ref ref, const Axes &axes);
  const Axes &walk(Place &place);
  bool matchTerm(unsigned term, Place &place);
  bool couldBe(unsigned term, Operation *op, Kind kind, const Frame *frame);
  bool fits(const Term &term, const Operands &operands, bool swapped) const;
  const Operands &look(Operation *op, const Frame *frame);
  bool matchOp(const Term &term, Place &place);
  bool matchParts(const Term &term, Place &place, const Operands &operands,
                  bool swapped);
  bool matchReduction(const Term &term, Place &place);
  bool startsNeutral(const Term &term, Operation *reduce, const Frame *frame);
  bool bind(const Term &term, Place &place);
  bool sharesDims() const;
  bool isNumber(const Term &term, Place &place);
  bool isRandom(Ref ref);
  bool matchChain(const Term &term, Place &place);
  Mark mark() const { return {members.size(), bound.size(), sum}; }
  void backTo(const Mark &mark);

  ProgramDataflow &dataflow;
  const Grammar &grammar;
  SmallVector<Member, 32> members;
  std::array<Variable, Grammar::maxVariables> variables;
  SmallVector<uint8_t, Grammar::maxVariables> bound;
  /// Chains that have already matched, by last op and term.
  llvm::DenseSet<std::pair<Value, unsigned>> chains;
  std::array<Operands, 64> seen; ///< cache
  Value root;
  Operation *sum = nullptr;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_MATCH_H
