// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing, passes, printing and destruction recurse as deep as the input nests.
#ifndef TOOLS_COMMON_BIGSTACK_H
#define TOOLS_COMMON_BIGSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::amp::opt {

/// Runs `work` on a thread whose stack has room for `levels` of nesting. The
/// threads that it starts get as much.
void runOnBigStack(unsigned levels, llvm::function_ref<void()> work);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_BIGSTACK_H
