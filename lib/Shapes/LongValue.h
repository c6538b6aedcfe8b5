// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_LONGVALUE_H
#define LIB_SHAPES_LONGVALUE_H

#include "lib/OpModel/GraphBuilder.h"
#include "lib/Shapes/Resize.h"

namespace mlir::amp::shapes {

/// Says what size an added op has without padding.
void note(Operation *op, ArrayRef<int64_t> sizes);

/// An attribute that is a list of numbers.
NamedAttribute numbers(OpBuilder &builder, StringRef name,
                       ArrayRef<int64_t> value);

/// Values in other sizes, each made once, right behind the value itself.
class LongValues {
public:
  explicit LongValues(bool onLinalg) : onLinalg(onLinalg) {}

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

  /// Of the element type of another type: most ask for the shape of the last.
  RankedTensorType typeFor(Type like, ArrayRef<int64_t> shape);

  ResizeCounts counts;

private:
  const bool onLinalg; ///< what is added is of tensor, not of StableHLO

  Value make(Value value, ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape);
  Value remake(Operation *maker, ArrayRef<int64_t> sizes,
               ArrayRef<int64_t> shape);
  Value cut(Value value, ArrayRef<int64_t> shape);
  Value pad(Value value, ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape);
  OpBuilder builderBehind(Value value);
  OpBuilder builderAtStart(Block *block);
  Operation *frontOf(Block *block);
  Value padWith(Value value, ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape,
                TypedAttr number);
  Value splat(Block *block, TypedAttr element);
  Value splat(Block *block, TypedAttr element, RankedTensorType type,
              ArrayRef<int64_t> sizes);
  Value inside(Block *block, RankedTensorType type, ArrayRef<int64_t> sizes,
               int64_t dim);

  /// All that a mask needs but for the value. Many masks have the same.
  struct MaskParts {
    Block *block;
    int64_t dim;
    TypedAttr neutral;
    SmallVector<int64_t, 4> sizes;
    Value inside, outside;
    DictionaryAttr attributes;
  };
  const MaskParts &partsOf(Block *block, RankedTensorType type,
                           ArrayRef<int64_t> sizes, int64_t dim,
                           TypedAttr neutral);

  std::optional<OperationName> select;
  llvm::DenseMap<Type, RankedTensorType> lastTypes;
  llvm::DenseMap<Type, SmallVector<MaskParts, 0>> parts;
  llvm::DenseMap<std::pair<Value, Type>, Value> resized;
  llvm::DenseMap<std::pair<Value, std::pair<Attribute, int64_t>>, Value> masked;
  /// Operands of masks and pads, at the start of each block: by the type, the
  /// number or dimension, and the sizes without padding.
  llvm::DenseMap<std::tuple<Block *, Type, Attribute, Attribute>, Value> shared;
  llvm::DenseMap<Block *, Operation *> fronts; ///< first ops as there were
  llvm::SetVector<Operation *> remade; ///< behind what they read
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_LONGVALUE_H
