// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 16-bit copies of parameters that a step carries (weights=master).
#ifndef LIB_VERIFY_SCALING_SHADOWS_H
#define LIB_VERIFY_SCALING_SHADOWS_H

#include "lib/Verify/scaling/Correspondence.h"

namespace mlir::amp::verify {

/// Reads the copies that `out` has besides the arguments of `in`, and checks
/// that each one it returns is the cast of what it returns of the parameter.
FailureOr<SmallVector<Correspondence::Shadow>>
readShadows(FunctionOpInterface in, FunctionOpInterface out);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_SHADOWS_H
