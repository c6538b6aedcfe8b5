// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_PROGRAMMATCHER_H
#define LIB_VERIFY_MATCH_PROGRAMMATCHER_H

#include "lib/Verify/match/OutputValues.h"

namespace mlir::amp::verify {

/// Walks one op of the module's body, mostly a function, beside the record of
/// what it was; casts of ours are looked through.
class ProgramMatcher {
public:
  ProgramMatcher(Session &session, const Record::Entry &entry, bool inPlace);

  /// Compares; stops at the first difference, which it diagnoses.
  LogicalResult match(Operation *root);

  /// Returns true if the matcher stopped without a message, because an op is
  /// missing.
  bool hasMoved() const { return moved; }

private:
  /// Types that the op around a region prescribes in the region.
  struct Context {
    Operation *op = nullptr;
    const OpRow *row = nullptr;
    Type element;         ///< of all values that were f32; null if they vary
    bool isJudged = true; ///< by the policy, op by op
    Operation *body = nullptr; ///< the op that the body is a part of
    bool isForced = false;     ///< the user asked for that op to be low
    bool keepsTypes = false;   ///< the ops of the body do
    bool isPlain() const { return isJudged && !element; }
  };

  uint32_t next() { return record.numbers[nextNumber++]; }
  void fetchAhead() const;
  LogicalResult expectCount(Operation *op, size_t found, StringRef what);

  LogicalResult matchOp(Operation *op, const Context &around);
  LogicalResult matchOperands(Operation *op);
  LogicalResult matchResults(Operation *op);
  LogicalResult matchRegions(Operation *op, const OpRow *row,
                             const Context &around);
  LogicalResult matchBlock(Block &block, const Context &around);
  LogicalResult matchArguments(Block &block, const Context &around);
  LogicalResult checkTypes(Operation *op, const OpRow *row,
                           const Context &around);
  void noteLowered(Operation *op, const OpRow &row);
  void noteFigures(Operation *op);
  LogicalResult checkBodyOp(Operation *op, const Context &around);
  LogicalResult checkArgument(BlockArgument argument, TypeChange change,
                              const Context &around);
  LogicalResult checkJoints(Operation *op, const OpRow *row);
  Context contextIn(Operation *op, const OpRow *row, const Context &around);

  /// Returns true if `op` is the program's own convert, which comes next.
  bool isOwnConvert(Operation *op);

  Session &session;
  const Record &record;
  size_t nextOp, nextNumber, nextValue;
  const bool inPlace;
  bool moved = false;
  OutputValues values;
  SmallVector<Type> was; ///< operands, then results, of the op at hand
  llvm::DenseMap<Value, Type> handedOn; ///< by control flow; types before
  llvm::DenseMap<Block *, uint32_t> blockNumbers;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_PROGRAMMATCHER_H
