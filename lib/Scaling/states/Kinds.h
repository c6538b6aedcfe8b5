// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_STATES_KINDS_H
#define LIB_SCALING_STATES_KINDS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::scaling {

/// Sets the kind of each state in `function` whose mark does not state it. The
/// first matching line decides:
///
///   key        unsigned integers that are computed from their old value and
///              constants alone, by ops that mix or draw bits, and from whose
///              bits random numbers are drawn (RandomBits.h)
///   counter    integers, or values computed from their old value and constants
///   parameter  floats that depend on gradients, and gradients depend on them
///   moment     floats that depend on gradients
///   statistic  floats that depend on no gradient
///   other      states of a function without gradients
///
/// With `onlyKeys`, recognizes only keys, the one kind that affects the
/// rewrite. Marks without keys stay as they are; other states of marks with
/// keys are `other`.
void recognizeKinds(FunctionOpInterface function, bool onlyKeys);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STATES_KINDS_H
