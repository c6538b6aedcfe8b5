// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// add %a, %b : f32   ==>   cast(add(cast(%a), cast(%b)) : f16) : f32
#ifndef AMP_MUTATE_RETYPE_H
#define AMP_MUTATE_RETYPE_H

#include "Operator.h"

namespace mlir::amp::mutate {

/// Returns `type` with another element type.
Type withElement(Type type, Type element);

/// Returns true for a conversion between float types, as created by the passes.
bool isCast(Operation *op);

/// Returns true if `retype` can change the type of `op` from `from`: an op
/// without control flow, of whose types only `from` changes.
bool canRetype(Operation *op, Type from);

/// Converts `value` to another float type: the rounded constant, an existing
/// cast, the source of a cast, or a new cast after the definition.
Value castTo(Value value, Type element, const Facts &facts);

/// Retypes `ops` (in program order) and their bodies from `from` to `to`, with
/// casts of the values that enter or leave the set.
LogicalResult retype(ArrayRef<Operation *> ops, Type from, Type to,
                     const Facts &facts);

/// Converts a constant's value to another float type, rounded to nearest.
/// Returns null for an unsupported value.
Attribute convertConstant(Attribute value, FloatType element);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_RETYPE_H
