// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RECOGNIZE_NORMS_H
#define LIB_RECOGNIZE_NORMS_H

#include "lib/Recognize/Match.h"

namespace mlir::amp::recognize {

/// Returns the group of a match. The dimensions of its statistics determine the
/// kind of norm. Over the batch: batch_norm; over the last dimensions:
/// layer_norm; over all between first and last: instance_norm; over others, or
/// parts of one: group_norm.
StringRef nameGroup(StringRef pattern, const Matcher &match);

/// Returns the ops that scale and shift the result of a norm that ends with
/// `end`: a multiply, then an add, with a smaller value from outside the
/// composite.
SmallVector<Operation *, 2> findScaleAndShift(Operation *end,
                                              ProgramDataflow &dataflow);

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_NORMS_H
