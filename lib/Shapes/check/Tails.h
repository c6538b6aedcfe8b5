// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding of values: the elements behind their original end.
#ifndef LIB_SHAPES_CHECK_TAILS_H
#define LIB_SHAPES_CHECK_TAILS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp::shapes {

/// A mask: a selection of its second operand exactly before index `size` of one
/// dimension, and of one number behind it.
struct Mask {
  int64_t dim, size;
  Attribute outside;
};

class Tails {
public:
  std::optional<Mask> findMask(Operation *select);

  /// Returns the value of all elements of dimension `dim` of `value` from index
  /// `size` on; null if they are not one number, or unknown.
  Attribute find(Value value, int64_t dim, int64_t size);

  /// Records a padding value that another check ensures.
  void assume(Value value, int64_t dim, int64_t size, Attribute number) {
    known[{value, {dim, size}}] = number;
  }

private:
  std::optional<Mask> findCondition(Value condition);
  Attribute compute(Value value, int64_t dim, int64_t size);
  Attribute ofPad(Operation *pad, int64_t dim, int64_t size);
  Attribute ofMask(Operation *select, int64_t dim, int64_t size);
  Attribute ofBroadcast(Operation *broadcast, int64_t dim, int64_t size);
  Attribute ofReshape(Operation *reshape, int64_t dim, int64_t size);
  Attribute ofZeros(Operation *op, int64_t dim, int64_t size);

  llvm::DenseMap<std::pair<Value, std::pair<int64_t, int64_t>>, Attribute>
      known;
  llvm::DenseMap<Value, std::optional<Mask>> conditions; ///< many share one
};

/// The number that all elements of a value are, if one can be seen.
Attribute findSplat(Value value);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_TAILS_H
