// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H
#define LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H

#include "lib/OpModel/Kinds.h"
#include "lib/Verify/bounds/Bounds.h"

namespace mlir::amp::verify {

/// Interval extension of a function f(x, y, …).
using ElementFunction = ClosedInterval (*)(ArrayRef<ClosedInterval>);

/// Returns the function that elementwise ops of this kind compute; null if none
/// is known.
ElementFunction findElementFunction(OpKind kind);

/// Returns the bounds of the result of a bitwise integer op or of a bitcast;
/// none for other ops, or if nothing is known.
std::optional<ValueBounds> boundBits(Operation *op,
                                     ArrayRef<ValueBounds> operands);

/// Applies an elementwise function to the bounds of its operands.
ValueBounds boundElements(ElementFunction function,
                          ArrayRef<ValueBounds> operands);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_BOUNDELEMENTS_H
