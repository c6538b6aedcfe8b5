// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_LOCATIONTEXT_H
#define LIB_POLICY_LOCATIONTEXT_H

#include "mlir/IR/Location.h"
#include "llvm/Support/Regex.h"

namespace mlir::amp::policy {

/// Returns true if a name or a "file:line:column" anywhere in `loc` matches.
bool matchesLocation(Location loc, const llvm::Regex &pattern);

/// Returns true if `isWanted` holds for an outermost name of `loc`: one that no
/// other name encloses.
bool anyScope(Location loc, llvm::function_ref<bool(StringRef)> isWanted);
bool matchesScope(Location loc, const llvm::Regex &pattern);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_LOCATIONTEXT_H
