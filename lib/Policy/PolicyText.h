// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_POLICYTEXT_H
#define LIB_POLICY_POLICYTEXT_H

#include "lib/Policy/Presets.h"

namespace mlir::amp::policy {

/// The `#amp.policy` attribute that `text` holds, with `//` comments anywhere
/// and nothing else; its faults are located in `path`, by line and column.
FailureOr<LocatedPolicy> parsePolicy(StringRef text, StringRef path,
                                     MLIRContext *context);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_POLICYTEXT_H
