// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries of op kinds (amp/OpKind.h).
#ifndef LIB_OPMODEL_KINDS_H
#define LIB_OPMODEL_KINDS_H

#include "amp/OpKind.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Returns the kind of `op`; `other` for null and for ops of linalg.
OpKind kindOf(Operation *op);

/// Returns true if a row of the op's own dialect (OpRows) describes it.
bool isBrought(Operation *op);

/// Same as kindOf, but includes named ops of linalg, whose operands are those
/// of the StableHLO op, followed by the destination.
OpKind namedKindOf(Operation *op);

/// Returns the name of the StableHLO op of this kind.
StringRef hloName(OpKind kind);

/// Returns true if `op` is the StableHLO op of one of these kinds, with
/// operands, regions and attributes of the specification. False for null.
bool isHlo(Operation *op, OpKind kind);
bool isHlo(Operation *op, std::initializer_list<OpKind> kinds);

/// Returns the kind of a StableHLO op; `other` for ops of other dialects.
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

/// Lookup of table rows by their member `kind`.
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
