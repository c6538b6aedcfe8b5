// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_STATES_KINDS_H
#define LIB_SCALING_STATES_KINDS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::scaling {

/// Writes what kind each state in `function` is whose mark does not say it. The
/// first line that holds decides:
///
///   key        unsigned integers that are computed from their old value and
///              constants alone, by ops that mix bits or draw them, and of
///              whose bits random numbers are made (RandomBits.h)
///   counter    made from what it was and constants alone, or integers
///   parameter  floats that a gradient reaches, and that gradients are made
///   from moment     floats that a gradient reaches statistic  floats that none
///   reaches other      where the function has no gradients
///
/// With `onlyKeys`, the one kind that a step is changed by: marks without keys
/// stay as they are, and what is beside a key is `other`.
void recognizeKinds(FunctionOpInterface function, bool onlyKeys);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STATES_KINDS_H
