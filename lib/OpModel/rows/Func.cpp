// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"func.call",          call,     ".", ".", none, 0, "types agree with the signature of the callee", "", OpKind::call},
    {"func.call_indirect", call,     ".", ".", none, 0, "types agree with the signature of the callee"},
    {"func.constant",      constant, ".", ".", none, 0, "a function"},
    {"func.func",          control,  ".", ".", none, 0, "entered through calls"},
    {"func.return",        control,  ".", ".", none, 0, "typed by the function", "", OpKind::return_},
};
// clang-format on

ArrayRef<OpRow> func() { return table; }

} // namespace mlir::amp::rows
