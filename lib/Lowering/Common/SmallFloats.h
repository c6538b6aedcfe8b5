// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between f32 and narrower floats, in ops that every CPU has.
#ifndef LIB_LOWERING_COMMON_SMALLFLOATS_H
#define LIB_LOWERING_COMMON_SMALLFLOATS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp::lowering {

/// f16, bf16 and the 8-bit floats but f8E8M0FNU, which has no sign.
bool isSmallFloat(Type type);

/// `value` of a small float type as f32: exact.
Value widenFloat(Value value, ImplicitLocOpBuilder &builder);

/// f32 `value` rounded to `type`: to nearest, ties to even. What is too large
/// becomes infinity, or NaN where the type has no infinity.
Value narrowFloat(Value value, FloatType type, ImplicitLocOpBuilder &builder);

/// f64 `value` as an f32 that rounds to every small float as `value` would: to
/// nearest, but odd where inexact.
Value roundToOdd(Value value, ImplicitLocOpBuilder &builder);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_COMMON_SMALLFLOATS_H
