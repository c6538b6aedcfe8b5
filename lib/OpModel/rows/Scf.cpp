// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scf loops: carried values are never retyped.
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"scf.condition",          control, ".", ".", none,    0, "typed by the op around it"},
    {"scf.execute_region",     control, ".", ".", branch,  0, "may yield from several blocks", "", OpKind::execute_region},
    {"scf.for",                control, ".", ".", loop,    0, "carried values keep their types", "", OpKind::for_},
    {"scf.forall",             control, ".", ".", loop,    0, "its tensors are shared between iterations"},
    {"scf.forall.in_parallel", control, ".", ".", inlined, 0, "typed by the loop around it"},
    {"scf.if",                 control, ".", "=", branch,  0, "all branches yield one type per result", "", OpKind::if_},
    {"scf.index_switch",       control, ".", "=", branch,  0, "all branches yield one type per result", "", OpKind::case_},
    {"scf.parallel",           control, ".", ".", loop,    0, "carried values keep their types"},
    {"scf.reduce",             control, ".", ".", body,    0, "typed by the loop around it"},
    {"scf.reduce.return",      control, ".", ".", none,    0, "typed by the op around it"},
    {"scf.while",              control, ".", ".", loop,    0, "what it is given, carries and returns may differ", "", OpKind::do_while},
    {"scf.yield",              control, ".", ".", none,    0, "typed by the op around it"},
};
// clang-format on

ArrayRef<OpRow> scf() { return table; }

} // namespace mlir::amp::rows
