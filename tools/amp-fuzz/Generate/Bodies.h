// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_FUZZ_GENERATE_BODIES_H
#define TOOLS_FUZZ_GENERATE_BODIES_H

#include "Generate/Generator.h"

namespace mlir::amp::fuzz {

/// Returns a scalar of type `element`, computed from scalars by at most `depth`
/// ops.
Value bodyValue(Generator &g, ValueRange arguments, Type element, int depth);

/// Draws the body of a reduction of elements into accumulators.
SmallVector<Value> reductionBody(Generator &g, ValueRange arguments,
                                 Type element);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_GENERATE_BODIES_H
