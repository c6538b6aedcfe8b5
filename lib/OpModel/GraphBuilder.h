// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builder of StableHLO ops by name, because an embedder may register its own
// copy of the dialect.
#ifndef LIB_OPMODEL_GRAPHBUILDER_H
#define LIB_OPMODEL_GRAPHBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// Builds ops by their names in the dialect, without the prefix.
class GraphBuilder {
public:
  /// `keepsOrder` is false for a caller that inserts too many ops for the gaps
  /// between the order indices of a block; MLIR then renumbers it at the end.
  GraphBuilder(OpBuilder &builder, Location loc, bool keepsOrder = true)
      : builder(builder), loc(loc), keepsOrder(keepsOrder) {}

  Operation *create(StringRef name, TypeRange results, ValueRange operands,
                    ArrayRef<NamedAttribute> attributes = {});

  /// Creates an op with one result of the type of its first operand.
  Value apply(StringRef name, ValueRange operands);

  Value constant(DenseElementsAttr value);
  /// Creates a 0-d constant.
  Value scalar(TypedAttr value);
  /// `direction` is EQ, NE, GE, GT, LE or LT.
  Value compare(StringRef direction, Value lhs, Value rhs);
  /// `predicate` is a scalar, or has the shape of the values.
  Value select(Value predicate, Value onTrue, Value onFalse);
  /// Returns x itself if it has the element type.
  Value convert(Value x, Type element);
  /// Broadcasts `x`, whose dimensions are the leading ones of `like`, to the
  /// shape of `like`. A scalar has no dimensions.
  Value broadcast(Value x, Value like);
  /// Reduces x with the binary op `name` over all but the first `kept` dims.
  Value reduce(StringRef name, Value x, Value init, int64_t kept = 0);
  /// Returns an i1 scalar: true if no element of x is an infinity or NaN.
  Value allFinite(Value x);

  OpBuilder &builder;
  Location loc;

private:
  const bool keepsOrder;

  Value shapeOf(Value x);
  NamedAttribute dims(StringRef name, ArrayRef<int64_t> value);
};

} // namespace mlir::amp

#endif // LIB_OPMODEL_GRAPHBUILDER_H
