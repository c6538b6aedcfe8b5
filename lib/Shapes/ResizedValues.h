// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_RESIZEDVALUES_H
#define LIB_SHAPES_RESIZEDVALUES_H

#include "lib/OpModel/GraphBuilder.h"
#include "lib/Shapes/Resize.h"

namespace mlir::amp::shapes {

/// Marks an added op with the unpadded shape of its result.
void note(Operation *op, ArrayRef<int64_t> sizes);

/// Returns a named array attribute.
NamedAttribute numbers(OpBuilder &builder, StringRef name,
                       ArrayRef<int64_t> value);

/// Cache of resized values: each is created once, directly after its source.
class ResizedValues {
public:
  explicit ResizedValues(bool onLinalg) : onLinalg(onLinalg) {}

  /// Returns `value` in this shape; `sizes` is its unpadded shape. Padding is
  /// zero, or repeats a splat or the operand of a broadcast.
  Value resize(Value value, ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape);

  /// Returns `value` with `neutral` in the padding of `dim`.
  Value mask(Value value, ArrayRef<int64_t> sizes, int64_t dim,
             TypedAttr neutral);

  /// Returns the indices of a gather, clamped to the unpadded operand.
  Value clamp(Operation *gather, ArrayRef<int64_t> sizes);

  /// Erases constants and broadcasts that only had resized users.
  void eraseUnused();

  /// Returns the type `like` with this shape; caches the last shape per type.
  RankedTensorType typeFor(Type like, ArrayRef<int64_t> shape);

  ResizeCounts counts;

private:
  const bool onLinalg; ///< emits tensor and linalg ops, not StableHLO

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

  /// Operands and attributes of a mask, shared by masks of other values.
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
  /// Operands of masks and pads at the start of each block, by type, number or
  /// dimension, and unpadded sizes.
  llvm::DenseMap<std::tuple<Block *, Type, Attribute, Attribute>, Value> shared;
  llvm::DenseMap<Block *, Operation *> fronts; ///< original first ops
  llvm::SetVector<Operation *> remade;         ///< after their operands
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_RESIZEDVALUES_H
