// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_ROUNDCONSTANT_H
#define LIB_CASTS_ROUNDCONSTANT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp::casts {

/// A float attribute in another float type, with counts of lost values.
struct RoundedConstant {
  TypedAttr value;
  int64_t overflowed = 0; ///< finite values that became infinity
  int64_t flushed = 0;    ///< nonzero values that became zero
};

/// Returns `value` (a float, dense elements, or a dense resource with data)
/// rounded to nearest, ties to even; none for other attributes.
std::optional<RoundedConstant> roundConstant(TypedAttr value, FloatType type);

} // namespace mlir::amp::casts

#endif // LIB_CASTS_ROUNDCONSTANT_H
