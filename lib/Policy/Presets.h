// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_PRESETS_H
#define LIB_POLICY_PRESETS_H

#include "dialects/amp/IR/Amp.h"

namespace mlir::amp {

/// The policy of a preset; diagnoses an unknown name and lists the known ones.
FailureOr<PolicyAttr> loadPreset(StringRef name, Location errorsAt);

/// The policy in a text file; diagnoses a file that is missing or malformed.
FailureOr<PolicyAttr> loadPolicyFile(StringRef path, Location errorsAt);

} // namespace mlir::amp

#endif // LIB_POLICY_PRESETS_H
