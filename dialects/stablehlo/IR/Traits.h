// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type predicates of ops, and traits that relate types. All are plain
// functions, so that a hundred ops share one copy.
#ifndef DIALECTS_STABLEHLO_IR_TRAITS_H
#define DIALECTS_STABLEHLO_IR_TRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::amp::stablehlo {

bool isPredElement(Type type);
bool isIntElement(Type type);
bool isSignedElement(Type type);
bool isFloatElement(Type type);
bool isComplexElement(Type type);
bool isQuantElement(Type type);
bool isAxisQuantElement(Type type);
bool isDimensionElement(Type type);

/// Returns true if all sizes are static, except at most one bounded size.
bool isStaticOrBounded(Type type);
bool isTuple(Type type);
bool isValue(Type type);
bool isCallValue(Type type);

/// Returns true for equal types, or quantized types with equal representation.
bool sameElement(Type lhs, Type rhs);
/// Returns true if the shapes may be equal at run time; dynamic matches any
/// size.
bool sameShape(Type lhs, Type rhs);
/// Both of the above, and no size exceeds the bound in the other type.
bool sameType(Type lhs, Type rhs);

namespace detail {
LogicalResult verifyOneType(Operation *op);
LogicalResult verifyOneElementType(Operation *op);
LogicalResult verifyOneShape(Operation *op);
} // namespace detail

template <typename ConcreteOp>
struct OneType : OpTrait::TraitBase<ConcreteOp, OneType> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyOneType(op);
  }
};

template <typename ConcreteOp>
struct OneElementType : OpTrait::TraitBase<ConcreteOp, OneElementType> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyOneElementType(op);
  }
};

template <typename ConcreteOp>
struct OneShape : OpTrait::TraitBase<ConcreteOp, OneShape> {
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyOneShape(op);
  }
};

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_TRAITS_H
