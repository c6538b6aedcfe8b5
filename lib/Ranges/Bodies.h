// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classification of the bodies of reductions, windows and scatters.
#ifndef LIB_RANGES_BODIES_H
#define LIB_RANGES_BODIES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::ranges {

/// Kind of a body that applies one op to its two arguments.
enum class Body { sum, product, largest, least, other };
Body bodyOf(Operation *op);

/// Values among which a body with arguments in pairs selects, such as the
/// values and indices of an argmax.
struct Choices {
  SmallVector<unsigned, 2> pairs; ///< pairs with the result among their values
  SmallVector<Value, 2> others;   ///< constants, and captured values
};

/// Returns the choices of result `number` of a body with `pairs` pairs of
/// arguments; none if the result may also be a computed value.
std::optional<Choices> findChoices(Region &body, unsigned number,
                                   unsigned pairs);

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_BODIES_H
