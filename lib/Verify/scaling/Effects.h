// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_SCALING_EFFECTS_H
#define LIB_VERIFY_SCALING_EFFECTS_H

#include "lib/Verify/scaling/Program.h"

namespace mlir::amp::verify {

/// Op with side effects, in one call context.
struct Effect {
  Operation *op;
  const CallFrame *frame;
};

/// Returns the ops with side effects in the order of execution, including
/// callees. Omits ops with used results, which are compared from the results of
/// the step.
SmallVector<Effect> collectEffects(Program &program,
                                   FunctionOpInterface function);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_EFFECTS_H
