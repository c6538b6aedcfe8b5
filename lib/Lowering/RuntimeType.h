// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_RUNTIMETYPE_H
#define LIB_LOWERING_RUNTIMETYPE_H

#include "lib/Run/Run.h"
#include "mlir/IR/Types.h"

namespace mlir::amp::lowering {

/// Returns the runtime's enumerator of an element type; none for other types.
inline std::optional<enum amprt_type> runtimeTypeOf(Type type) {
  if (type.isF64())
    return AMPRT_F64;
  if (type.isF32())
    return AMPRT_F32;
  if (type.isF16())
    return AMPRT_F16;
  if (type.isBF16())
    return AMPRT_BF16;
  return std::nullopt;
}

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_RUNTIMETYPE_H
