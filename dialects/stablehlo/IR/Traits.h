// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types that ops may take, and traits that tie types together.
// All are plain functions, so that a hundred ops share one copy.
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

/// Sizes that are known, but for at most one that is bounded.
bool isStaticOrBounded(Type type);
bool isTuple(Type type);
bool isValue(Type type);
bool isCallValue(Type type);

/// Equal, or two quantized types that store the same floats alike.
bool sameElement(Type lhs, Type rhs);
/// Shapes that can be one shape at run time; a dynamic size fits any size.
bool sameShape(Type lhs, Type rhs);
/// Both, and no size over the other's bound.
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
