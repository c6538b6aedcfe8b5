// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_OPMODEL_SAMEVALUE_H
#define LIB_OPMODEL_SAMEVALUE_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Returns true if both values are one, or results of equal ops on the same
/// values: exporters repeat a few steps rather than use their results. Ops with
/// effects, such as those that draw random numbers, differ from run to run.
bool isSameValue(Value a, Value b);

} // namespace mlir::amp

#endif // LIB_OPMODEL_SAMEVALUE_H
