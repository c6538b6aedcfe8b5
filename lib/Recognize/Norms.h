// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RECOGNIZE_NORMS_H
#define LIB_RECOGNIZE_NORMS_H

#include "lib/Recognize/Match.h"

namespace mlir::amp::recognize {

/// The group of a match: of a norm, by the dimensions that its statistics go
/// over. Over the batch: batch_norm; over the last ones of what it normalises:
/// layer_norm; over all between the first and the last: instance_norm; over
/// others, or parts of one: group_norm.
StringRef nameGroup(StringRef pattern, const Matcher &match);

/// Returns the ops that scale and shift the result of a norm that ends with
/// `end`: a product, then a sum, with a smaller value from outside the
/// composite.
SmallVector<Operation *, 2> findScaleAndShift(Operation *end, Scene &scene);

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_NORMS_H
