// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_RESOLVERULES_H
#define LIB_POLICY_RESOLVERULES_H

#include "lib/Policy/Presets.h"
#include "lib/Policy/ReadersOf.h"

namespace mlir::amp::policy {

/// Writes what rules and entries with conditions come to as `amp.listed` on the
/// ops that they match; no walk if there are none. Diagnoses rules of equal
/// rank that disagree, and warns of rules that match nothing.
LogicalResult resolveRules(const LocatedPolicy &located, ModuleOp module,
                           GraphOf graph);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_RESOLVERULES_H
