// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_MULTIPLES_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_MULTIPLES_H

#include "mlir/IR/Region.h"

namespace mlir::amp::lowering {

/// Returns the value from which float conversions compute `value`.
Value unrounded(Value value);

/// Returns true if two bodies with the same arguments multiply the first
/// argument by the same factors, in any order and with any roundings.
bool multiplyAlike(Region &left, Region &right);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_MULTIPLES_H
