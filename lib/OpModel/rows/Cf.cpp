// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"cf.assert",  control, ".", ".", none, 0, "an i1"},
    {"cf.br",      control, ".", ".", none, 0, "typed by the block arguments"},
    {"cf.cond_br", control, ".", ".", none, 0, "typed by the block arguments"},
    {"cf.switch",  control, ".", ".", none, 0, "typed by the block arguments"},
};
// clang-format on

ArrayRef<OpRow> cf() { return table; }

} // namespace mlir::amp::rows
