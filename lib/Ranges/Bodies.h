// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computation of the bodies of reductions, windows and scatters.
#ifndef LIB_RANGES_BODIES_H
#define LIB_RANGES_BODIES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::ranges {

/// A body of one op on both of its arguments.
enum class Body { sum, product, largest, least, other };
Body bodyOf(Operation *op);

/// Values that a body with arguments in pairs chooses among, such as the values
/// and positions of an argmax.
struct Choices {
  SmallVector<unsigned, 2> pairs; ///< whose elements a result may be
  SmallVector<Value, 2> others;   ///< constants, and captured values
};

/// The choices of result `number` of a body with `pairs` pairs of arguments;
/// none if the result may also be a computed value.
std::optional<Choices> findChoices(Region &body, unsigned number,
                                   unsigned pairs);

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_BODIES_H
