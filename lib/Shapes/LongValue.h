// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_LONGVALUE_H
#define LIB_SHAPES_LONGVALUE_H

#include "lib/OpModel/GraphBuilder.h"
#include "lib/Shapes/Resize.h"

namespace mlir::amp {

/// Values in other sizes, each made once, right behind the value itself.
class LongValues {
public:
  /// `value`, in this shape; `sizes` is its shape without padding. What is
  /// added is zero, or what a constant or a broadcast repeats.
  Value resize(Value value, ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape);

  /// `neutral` behind the end of one dimension.
  Value mask(Value value, ArrayRef<int64_t> sizes, int64_t dim,
             TypedAttr neutral);

  /// The indices of a gather, none behind the end that its operand had.
  Value clamp(Operation *gather, ArrayRef<int64_t> sizes);

  /// Constants and broadcasts that are only used in other sizes.
  void eraseUnused();

  ResizeCounts counts;

private:
  Value make(Value value, ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape);
  Value remake(Operation *maker, ArrayRef<int64_t> sizes,
               ArrayRef<int64_t> shape);
  Value remakeConstant(Operation *maker, ArrayRef<int64_t> shape);
  Value cut(Value value, ArrayRef<int64_t> shape);
  Value pad(Value value, ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape);
  Value zero(Value value);

  llvm::DenseMap<std::pair<Value, Type>, Value> resized;
  llvm::DenseMap<std::pair<Value, std::pair<Attribute, Attribute>>, Value>
      masked;
  SmallVector<Operation *> remade;
};

} // namespace mlir::amp

#endif // LIB_SHAPES_LONGVALUE_H
