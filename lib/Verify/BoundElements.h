// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDELEMENTS_H
#define LIB_VERIFY_BOUNDELEMENTS_H

#include "lib/Verify/Bounds.h"

namespace mlir::amp {

/// The interval of f(x, y, …) for intervals of x, y, …
using ElementFunction = ClosedInterval (*)(ArrayRef<ClosedInterval>);

/// The function that an elementwise op of this name computes; null if none is
/// known.
ElementFunction findElementFunction(StringRef op);

/// Applies a function to bounds of operands of one shape.
ValueBounds boundElements(ElementFunction function,
                          ArrayRef<ValueBounds> operands);

} // namespace mlir::amp

#endif // LIB_VERIFY_BOUNDELEMENTS_H
