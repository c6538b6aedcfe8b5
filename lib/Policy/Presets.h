// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_PRESETS_H
#define LIB_POLICY_PRESETS_H

#include "dialects/amp/IR/Amp.h"

namespace mlir::amp::policy {

/// A policy, and where to point when something is wrong with it.
struct LocatedPolicy {
  PolicyAttr policy;
  Location where;
};

/// The policy of a preset; diagnoses an unknown name and lists the known ones.
FailureOr<LocatedPolicy> loadPreset(StringRef name, Location errorsAt);

/// The policy in a text file; diagnoses a file that is missing or, at its line,
/// malformed.
FailureOr<LocatedPolicy> loadPolicyFile(StringRef path, Location errorsAt);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_PRESETS_H
