// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_THRESHOLD_UPDATE_H
#define LIB_SCALING_THRESHOLD_UPDATE_H

#include "lib/Scaling/Inline.h"
#include "lib/Scaling/threshold/Parameters.h"

namespace mlir::amp::scaling {

/// Returns `accumulator` plus the update that the step adds to `parameter`.
/// Emits an error if the new value is not the sum of the old value and an
/// update.
FailureOr<Value> accumulateUpdate(const Parameter &parameter, Value accumulator,
                                  const SymbolTable &symbols);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THRESHOLD_UPDATE_H
