// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_LOCATIONS_H
#define LIB_VERIFY_MATCH_LOCATIONS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

namespace mlir::amp::verify {

/// Returns true if `accepts` holds for an outermost name in `loc`.
bool anyOutermostName(Location loc, function_ref<bool(StringRef)> accepts);

/// Returns true if `accepts` holds for any name or "file:line:column" in `loc`.
bool anyPart(Location loc, function_ref<bool(StringRef)> accepts);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_LOCATIONS_H
