// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 16-bit copies of master weights that a step carries (weights=master).
#ifndef LIB_VERIFY_SCALING_SHADOWS_H
#define LIB_VERIFY_SCALING_SHADOWS_H

#include "lib/Verify/scaling/Correspondence.h"

namespace mlir::amp::verify {

/// Reads the copies among the additional arguments of `out`. Checks that each
/// returned copy is the cast of the returned master weight.
FailureOr<SmallVector<Correspondence::Shadow>>
readShadows(FunctionOpInterface in, FunctionOpInterface out);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_SHADOWS_H
