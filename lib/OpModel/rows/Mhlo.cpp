// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"mhlo.acos",    transcendental, "a", "a",  none, 8, "", "", OpKind::acos},
    {"mhlo.acosh",   transcendental, "a", "a",  none, 8, "", "", OpKind::acosh},
    {"mhlo.asin",    transcendental, "a", "a",  none, 8, "", "", OpKind::asin},
    {"mhlo.asinh",   transcendental, "a", "a",  none, 8, "", "", OpKind::asinh},
    {"mhlo.atanh",   transcendental, "a", "a",  none, 8, "", "", OpKind::atanh},
    {"mhlo.bitcast", bits,           ".", ".",  none, 0, "reads the bytes of one type as another"},
    {"mhlo.copy",    layout,         "a", "a",  none, 0, "", "", OpKind::copy},
    {"mhlo.cosh",    transcendental, "a", "a",  none, 8, "", "", OpKind::cosh},
    {"mhlo.erf",     transcendental, "a", "a",  none, 8, "", "", OpKind::erf},
    {"mhlo.sinh",    transcendental, "a", "a",  none, 8, "", "", OpKind::sinh},
    {"mhlo.tan",     transcendental, "a", "a",  none, 8, "", "", OpKind::tan},
    {"mhlo.topk",    select,         "a", "a.", none, 1, "the indices are integers", "", OpKind::top_k},
};
// clang-format on

ArrayRef<OpRow> mhlo() { return table; }

} // namespace mlir::amp::rows
