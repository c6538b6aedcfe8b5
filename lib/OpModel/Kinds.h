// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about the kinds of ops (amp/OpKind.h).
#ifndef LIB_OPMODEL_KINDS_H
#define LIB_OPMODEL_KINDS_H

#include "amp/OpKind.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Returns the kind of `op`; `other` for null and for ops of linalg.
OpKind kindOf(Operation *op);

/// Returns true if a row of its own dialect (OpRows) describes the op, if any.
bool isBrought(Operation *op);

/// As kindOf, and the kind of an op of linalg: its operands, and then the
/// destination.
OpKind namedKindOf(Operation *op);

/// Returns the name of StableHLO's op of this kind.
StringRef hloName(OpKind kind);

/// Returns true if `op` is StableHLO's op of one of these kinds: its operands,
/// regions and attributes are those of the specification. False for null.
bool isHlo(Operation *op, OpKind kind);
bool isHlo(Operation *op, std::initializer_list<OpKind> kinds);

/// Returns the kind of an op of StableHLO; `other` for ops of other dialects.
OpKind hloKindOf(Operation *op);

/// A set of kinds.
class KindSet {
public:
  constexpr KindSet(std::initializer_list<OpKind> kinds) {
    for (OpKind kind : kinds)
      words[unsigned(kind) / 64] |= uint64_t(1) << unsigned(kind) % 64;
  }
  constexpr bool contains(OpKind kind) const {
    return words[unsigned(kind) / 64] >> unsigned(kind) % 64 & 1;
  }

private:
  uint64_t words[4] = {};
};

/// Maps kinds to the entries of a table whose rows begin with a kind.
template <typename Row> class KindMap {
public:
  explicit KindMap(ArrayRef<Row> table) {
    for (const Row &row : table)
      rows[unsigned(row.kind)] = &row;
  }
  /// Returns the row of `kind`; null if there is none.
  const Row *lookup(OpKind kind) const { return rows[unsigned(kind)]; }

private:
  const Row *rows[256] = {};
};

} // namespace mlir::amp

#endif // LIB_OPMODEL_KINDS_H
