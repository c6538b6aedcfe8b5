// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow only; the other ops handle memory and indices.
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"affine.for",      control, ".", ".", loop,   0, "carried values keep their types"},
    {"affine.if",       control, ".", "=", branch, 0, "all branches yield one type per result"},
    {"affine.parallel", control, ".", ".", loop,   0, "carried values keep their types"},
    {"affine.yield",    control, ".", ".", none,   0, "typed by the op around it"},
};
// clang-format on

ArrayRef<OpRow> affine() { return table; }

} // namespace mlir::amp::rows
