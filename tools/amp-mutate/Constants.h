// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_CONSTANTS_H
#define AMP_MUTATE_CONSTANTS_H

#include "mlir/IR/Attributes.h"

namespace mlir::amp::mutate {

/// Changes of one element, or of all elements of a splat.
enum class ConstantChange { ulp, infinity, zero };
constexpr unsigned getMaxConstantChange() { return 2; }

/// Returns `value` with one element changed. Returns null if the change has no
/// effect or the value is unreadable. For integers, an ulp is 1, and infinity
/// is the maximum.
Attribute changeConstant(Attribute value, ConstantChange change);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_CONSTANTS_H
