// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_RESOLVERULES_H
#define LIB_POLICY_RESOLVERULES_H

#include "lib/Policy/Presets.h"
#include "lib/Policy/ReadersOf.h"

namespace mlir::amp::policy {

/// Resolves rules and entries with conditions, if there are any: sets
/// `amp.listed` on the ops that they match. Diagnoses rules of equal rank that
/// disagree, and warns about rules without a match.
LogicalResult resolveRules(const LocatedPolicy &located, ModuleOp module,
                           GraphOf graph);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_RESOLVERULES_H
