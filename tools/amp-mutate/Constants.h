// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_CONSTANTS_H
#define AMP_MUTATE_CONSTANTS_H

#include "mlir/IR/Attributes.h"

namespace mlir::amp::mutate {

/// Changes of one element (of a splat: of all).
enum class ConstantChange { ulp, infinity, zero };
constexpr unsigned getMaxConstantChange() { return 2; }

/// `value` with its first element changed; null if that is no other value, or
/// no value that can be read. Of integers, an ulp is 1 and infinity the
/// largest.
Attribute changeConstant(Attribute value, ConstantChange change);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_CONSTANTS_H
