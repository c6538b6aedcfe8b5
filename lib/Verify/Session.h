// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_SESSION_H
#define LIB_VERIFY_SESSION_H

#include "lib/Verify/Figures.h"
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

  /// Returns true if the symbol of the output stands for that of the input: it
  /// is the same, or names a private copy, which is then compared with its
  /// original.
  bool standsFor(StringAttr output, StringAttr input);

  const Record &record;
  TypeRules types;
  Roles roles;
  Figures figures;
  /// True if the policy was applied to the input: nothing may change.
  const bool isApplied;

  /// The symbol, in the input, of what is being compared.
  StringRef functionAround;

  ConstantKinds constants;

  /// Values of constants, of the input and the output, that were compared
  /// before.
  llvm::DenseMap<std::pair<Attribute, Attribute>, ConstantMatch> knownValues;

private:
  LogicalResult match(Operation *op, const Record::Entry &entry);
  LogicalResult matchOriginals(SmallVector<Operation *> &others);
  LogicalResult matchCopies(ArrayRef<Operation *> others);
  LogicalResult checkPins();

  const ProgramGraph &graph; ///< of the output
  ModuleOp output;
  llvm::DenseMap<StringAttr, const Record::Entry *> originals;
  /// The private copies that calls were met of, in order.
  llvm::MapVector<StringAttr, StringAttr> copies;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SESSION_H
