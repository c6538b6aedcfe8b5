// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_CHECKENTRIES_H
#define LIB_POLICY_CHECKENTRIES_H

#include "lib/Policy/Presets.h"

namespace mlir::amp::policy {

/// Diagnoses an unknown class of ops in a list or a rule, and warns about an op
/// that its dialect, if loaded, does not have.
LogicalResult checkEntries(const LocatedPolicy &located);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_CHECKENTRIES_H
