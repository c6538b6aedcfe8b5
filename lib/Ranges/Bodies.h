// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the bodies of reductions, windows and scatters compute.
#ifndef LIB_RANGES_BODIES_H
#define LIB_RANGES_BODIES_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// A body of one op on both of its arguments.
enum class Body { sum, product, largest, least, other };
Body bodyOf(Operation *op);

/// Values that a body with arguments in `groups` pairs chooses among, such as
/// the values and positions of an argmax: the pairs whose elements result
/// `number` may be. Empty if the result may also be a constant, a captured
/// value or a computed one.
SmallVector<unsigned, 2> findChosen(Region &body, unsigned number,
                                    unsigned groups);

} // namespace mlir::amp

#endif // LIB_RANGES_BODIES_H
