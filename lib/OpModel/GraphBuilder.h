// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO ops, built by name: an embedder may have the dialect from
// elsewhere.
#ifndef LIB_OPMODEL_GRAPHBUILDER_H
#define LIB_OPMODEL_GRAPHBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// Names are those of the dialect, without its prefix.
class GraphBuilder {
public:
  /// A caller that adds so many ops that few gaps are left in the order of a
  /// block sets `keepsOrder` to false: the order is then recomputed at the end.
  GraphBuilder(OpBuilder &builder, Location loc, bool keepsOrder = true)
      : builder(builder), loc(loc), keepsOrder(keepsOrder) {}

  Operation *create(StringRef name, TypeRange results, ValueRange operands,
                    ArrayRef<NamedAttribute> attributes = {});

  /// An op of one result, whose type is that of its first operand.
  Value apply(StringRef name, ValueRange operands);

  Value constant(DenseElementsAttr value);
  /// A 0-d tensor.
  Value scalar(TypedAttr value);
  /// `direction` is EQ, NE, GE, GT, LE or LT.
  Value compare(StringRef direction, Value lhs, Value rhs);
  /// `predicate` is a scalar, or as large as the values.
  Value select(Value predicate, Value onTrue, Value onFalse);
  /// x itself where the type is the same.
  Value convert(Value x, Type element);
  /// Elements of `x`, whose dimensions are the first of `like`, as a tensor of
  /// that shape. A scalar has none.
  Value broadcast(Value x, Value like);
  /// x folded by a binary op over all dimensions but the first `kept`.
  Value reduce(StringRef name, Value x, Value init, int64_t kept = 0);
  /// Tests that no element of x is an infinity or NaN: a scalar of i1.
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
