// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"mhlo.acos",    transcendental, "a", "a",  none, 8, ""},
    {"mhlo.acosh",   transcendental, "a", "a",  none, 8, ""},
    {"mhlo.asin",    transcendental, "a", "a",  none, 8, ""},
    {"mhlo.asinh",   transcendental, "a", "a",  none, 8, ""},
    {"mhlo.atanh",   transcendental, "a", "a",  none, 8, ""},
    {"mhlo.bitcast", bits,           ".", ".",  none, 0, "reads the bytes of one type as another"},
    {"mhlo.copy",    layout,         "a", "a",  none, 0, ""},
    {"mhlo.cosh",    transcendental, "a", "a",  none, 8, ""},
    {"mhlo.erf",     transcendental, "a", "a",  none, 8, ""},
    {"mhlo.sinh",    transcendental, "a", "a",  none, 8, ""},
    {"mhlo.tan",     transcendental, "a", "a",  none, 8, ""},
    {"mhlo.topk",    select,         "a", "a.", none, 1, "the indices are integers"},
};
// clang-format on

ArrayRef<OpRow> mhlo() { return table; }

} // namespace mlir::amp::rows
