// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of padding: of the elements past the original end.
#ifndef LIB_SHAPES_CHECK_PADDINGVALUES_H
#define LIB_SHAPES_CHECK_PADDINGVALUES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp::shapes {

/// Mask: a select of its second operand before index `size` of dimension `dim`,
/// and of the constant `outside` from there on.
struct Mask {
  int64_t dim, size;
  Attribute outside;
};

class PaddingValues {
public:
  std::optional<Mask> findMask(Operation *select);

  /// Returns the value of all elements of `value` from index `size` of
  /// dimension `dim` on; null if they differ or are unknown.
  Attribute find(Value value, int64_t dim, int64_t size);

  /// Records a padding value that another check guarantees.
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
  llvm::DenseMap<Value, std::optional<Mask>> conditions; ///< shared by masks
};

/// Returns the value of all elements of a constant splat; null for others.
Attribute findSplat(Value value);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_PADDINGVALUES_H
