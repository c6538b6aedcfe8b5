// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_PRESETS_H
#define LIB_POLICY_PRESETS_H

#include "dialects/amp/IR/Amp.h"

namespace mlir::amp::policy {

/// Policy, with the location for diagnostics about it.
struct LocatedPolicy {
  PolicyAttr policy;
  Location where;
};

/// Returns the policy of a preset; diagnoses an unknown name with the known
/// ones.
FailureOr<LocatedPolicy> loadPreset(StringRef name, Location errorsAt);

/// Returns the policy in a text file; diagnoses a missing file, and syntax
/// errors with their line.
FailureOr<LocatedPolicy> loadPolicyFile(StringRef path, Location errorsAt);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_PRESETS_H
