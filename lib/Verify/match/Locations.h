// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_LOCATIONS_H
#define LIB_VERIFY_MATCH_LOCATIONS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

namespace mlir::amp::verify {

/// Returns whether `accepts` a name of `loc` that no other name encloses.
bool anyOutermostName(Location loc, function_ref<bool(StringRef)> accepts);

/// Returns whether `accepts` a name or a "file:line:column" anywhere in `loc`.
bool anyPart(Location loc, function_ref<bool(StringRef)> accepts);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_LOCATIONS_H
