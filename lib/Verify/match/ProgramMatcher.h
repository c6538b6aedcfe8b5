// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_PROGRAMMATCHER_H
#define LIB_VERIFY_MATCH_PROGRAMMATCHER_H

#include "lib/Verify/match/OutputValues.h"

namespace mlir::amp::verify {

/// Matches one op of the module body, usually a function, with its record,
/// through inserted casts.
class ProgramMatcher {
public:
  ProgramMatcher(Session &session, const Record::Entry &entry, bool inPlace);

  /// Matches `root` with the record. Diagnoses the first difference.
  LogicalResult match(Operation *root);

  /// Returns true if matching in place stopped without a diagnostic, because an
  /// op or value has another address than in the input.
  bool hasMoved() const { return moved; }

private:
  /// Constraints of the enclosing op on the types in its regions.
  struct Context {
    Operation *op = nullptr;
    const OpRow *row = nullptr;
    Type element; ///< type of all values that were f32; null if they vary
    bool isJudged = true;      ///< the policy applies to each op
    Operation *body = nullptr; ///< op that owns the body
    bool isForced = false;     ///< the user requests `body` to be low
    bool keepsTypes = false;   ///< the body has the types of the input
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
  void registerLoweredRanges(Operation *op);
  LogicalResult checkBodyOp(Operation *op, const Context &around);
  LogicalResult checkArgument(BlockArgument argument, TypeChange change,
                              const Context &around);
  LogicalResult checkCarriedValues(Operation *op, const OpRow *row);
  Context contextIn(Operation *op, const OpRow *row, const Context &around);

  /// Returns true if `op` is the next op of the record, not an inserted cast.
  bool isOwnConvert(Operation *op);

  Session &session;
  const Record &record;
  size_t nextOp, nextNumber, nextValue;
  const bool inPlace;
  bool moved = false;
  OutputValues values;
  /// Input types of the current op: operands, then results.
  SmallVector<Type> was;
  /// Input types of values that control flow carries.
  llvm::DenseMap<Value, Type> carriedTypes;
  llvm::DenseMap<Block *, uint32_t> blockNumbers;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_PROGRAMMATCHER_H
