// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_OUTPUTVALUES_H
#define LIB_VERIFY_OUTPUTVALUES_H

#include "lib/Verify/Session.h"
#include "mlir/IR/Dominance.h"

namespace mlir::amp {

/// Which value of the input each value of a function stands for, casts of ours
/// looked through.
class OutputValues {
public:
  using ValueId = Record::ValueId;

  OutputValues(Session &session, size_t size) : session(session) {
    meanings.reserve(size);
  }

  void define(Value value, ValueId id) {
    meanings[value] = {id.index(), plain};
  }
  void addCast(Operation *cast);

  /// Compares what `use` reads with what it read in the input; a value that is
  /// defined further on is compared by `finish`.
  LogicalResult match(OpOperand &use, ValueId expected);

  /// Whether `value` stands for that of the input.
  bool isOf(Value value, ValueId input);

  /// The type in the input of a value that was defined; null for others.
  Type typeBefore(Value value) const;

  /// Compares what was put off, and checks the casts.
  LogicalResult finish();

private:
  enum Kind : uint32_t { plain, constant, cast };
  struct Meaning {
    uint32_t index; ///< of the value, the output's constant, or the cast
    uint32_t kind;
  };

  std::optional<Meaning> find(Value value);
  LogicalResult match(OpOperand &use, ValueId expected, Meaning found);
  LogicalResult matchValue(OpOperand &use, ValueId expected, Meaning found,
                           bool isCast);
  bool isSameConvert(OpOperand &use, ValueId expected, Meaning found);
  bool dominates(Operation *cast, Operation *user);
  LogicalResult checkCast(Operation *cast);

  Session &session;
  llvm::DenseMap<Value, Meaning> meanings;
  SmallVector<Operation *> casts;
  SmallVector<std::pair<OpOperand *, ValueId>> deferred;
  llvm::DenseSet<std::pair<Value, Type>> done; ///< what was cast to what
  bool isFinishing = false;
  std::optional<DominanceInfo> dominance;
};

} // namespace mlir::amp

#endif // LIB_VERIFY_OUTPUTVALUES_H
