// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_POLICYTEXT_H
#define LIB_POLICY_POLICYTEXT_H

#include "lib/Policy/Presets.h"

namespace mlir::amp::policy {

/// Parses a policy file: an `#amp.policy` attribute or an alias definition
/// (`#name = #amp.policy<…>`), with `//` comments and nothing else. Errors are
/// located in `path`, by line and column.
FailureOr<LocatedPolicy> parsePolicy(StringRef text, StringRef path,
                                     MLIRContext *context);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_POLICYTEXT_H
