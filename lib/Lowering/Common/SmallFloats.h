// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between f32 and narrower floats, by ops that every CPU supports.
#ifndef LIB_LOWERING_COMMON_SMALLFLOATS_H
#define LIB_LOWERING_COMMON_SMALLFLOATS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

/// Returns true for f16, bf16 and 8-bit floats, except the unsigned f8E8M0FNU.
bool isSmallFloat(Type type);

/// Converts `value` of a small float type to f32, exactly.
Value widenFloat(Value value, ImplicitLocOpBuilder &builder);

/// Rounds f32 `value` to `type`: to nearest, ties to even. Overflow results in
/// infinity, or NaN if the type has no infinity.
Value narrowFloat(Value value, FloatType type, ImplicitLocOpBuilder &builder);

/// Rounds f64 `value` to f32 with round-to-odd: a second rounding, to a small
/// float, then has the result of a single one.
Value roundToOdd(Value value, ImplicitLocOpBuilder &builder);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_SMALLFLOATS_H
