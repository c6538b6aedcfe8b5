// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_SESSION_H
#define LIB_VERIFY_SESSION_H

#include "lib/Verify/StatedRanges.h"
#include "lib/Verify/match/Record.h"
#include "lib/Verify/match/Types.h"
#include "lib/Verify/permissions/Roles.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::verify {

/// One comparison of a module with the record of its input.
class Session {
public:
  Session(const Record &record, const ProgramGraph &graph);

  LogicalResult run();

  /// Returns true if the output's symbol denotes the input's: both are equal,
  /// or `output` names a private copy. The copy is queued for comparison with
  /// its original.
  bool standsFor(StringAttr output, StringAttr input);

  const Record &record;
  TypeRules types;
  Roles roles;
  StatedRanges statedRanges;
  /// True if the policy was already applied to the input: nothing may change.
  const bool isApplied;

  /// Symbol, in the input, of the function that is being compared.
  StringRef functionAround;

  ConstantKinds constants;

  /// Cache of comparisons between a constant of the input and a constant of the
  /// output.
  llvm::DenseMap<std::pair<Attribute, Attribute>, ConstantMatch> knownValues;

private:
  LogicalResult match(Operation *op, const Record::Entry &entry);
  LogicalResult matchOriginals(SmallVector<Operation *> &others);
  LogicalResult matchCopies(ArrayRef<Operation *> others);
  LogicalResult checkPins();

  const ProgramGraph &graph; ///< of the output
  ModuleOp output;
  llvm::DenseMap<StringAttr, const Record::Entry *> originals;
  /// Private copies that are called, with their originals, in call order.
  llvm::MapVector<StringAttr, StringAttr> copies;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SESSION_H
