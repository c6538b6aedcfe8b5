// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing, passes, printing and destruction recurse to the input's nesting
// depth.
#ifndef TOOLS_COMMON_BIGSTACK_H
#define TOOLS_COMMON_BIGSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::amp::opt {

/// Runs `work` on a thread whose stack supports `levels` of nesting. Threads
/// that `work` starts get the same stack size.
void runOnBigStack(unsigned levels, llvm::function_ref<void()> work);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_BIGSTACK_H
