// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// add %a, %b : f32   ==>   cast(add(cast(%a), cast(%b)) : f16) : f32
#ifndef AMP_MUTATE_RETYPE_H
#define AMP_MUTATE_RETYPE_H

#include "Operator.h"

namespace mlir::amp::mutate {

/// `type` with elements of another type.
Type withElement(Type type, Type element);

/// A conversion between float types, as the passes write them.
bool isCast(Operation *op);

/// Returns true if `retype` can change the type of `op` from `from`: an op
/// without control flow, in whose types only `from` has to change.
bool canRetype(Operation *op, Type from);

/// `value` in another float type: the rounded constant, an existing cast, the
/// source of a cast, or a new cast behind the definition.
Value castTo(Value value, Type element, const Facts &facts);

/// Computes `ops` (in the order of the program) in `to` instead of `from`,
/// with their bodies; casts stand where values enter or leave the set.
LogicalResult retype(ArrayRef<Operation *> ops, Type from, Type to,
                     const Facts &facts);

/// A constant's value in another float type, rounded to nearest; null if the
/// value is no plain number.
Attribute convertConstant(Attribute value, FloatType element);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_RETYPE_H
