// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"amp.cast", convert, ".", ".", none, 1, "says its types itself"},
};
// clang-format on

ArrayRef<OpRow> amp() { return table; }

} // namespace mlir::amp::rows
