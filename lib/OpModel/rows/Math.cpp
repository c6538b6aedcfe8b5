// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"math.absf",      elementwise,    "a",  "a", none, 1,  ""},
    {"math.absi",      elementwise,    ".",  ".", none, 1,  "integers"},
    {"math.acos",      transcendental, "a",  "a", none, 8,  ""},
    {"math.acosh",     transcendental, "a",  "a", none, 8,  ""},
    {"math.asin",      transcendental, "a",  "a", none, 8,  ""},
    {"math.asinh",     transcendental, "a",  "a", none, 8,  ""},
    {"math.atan",      transcendental, "a",  "a", none, 8,  ""},
    {"math.atan2",     transcendental, "a",  "a", none, 8,  ""},
    {"math.atanh",     transcendental, "a",  "a", none, 8,  ""},
    {"math.cbrt",      transcendental, "a",  "a", none, 8,  ""},
    {"math.ceil",      elementwise,    "a",  "a", none, 1,  ""},
    {"math.clampf",    select,         "a",  "a", none, 2,  "bounds have the type of the operand"},
    {"math.copysign",  select,         "a",  "a", none, 1,  "returns an operand with another sign"},
    {"math.cos",       transcendental, "a",  "a", none, 8,  ""},
    {"math.cosh",      transcendental, "a",  "a", none, 8,  ""},
    {"math.ctlz",      bits,           ".",  ".", none, 1,  "integers"},
    {"math.ctpop",     bits,           ".",  ".", none, 1,  "integers"},
    {"math.cttz",      bits,           ".",  ".", none, 1,  "integers"},
    {"math.erf",       transcendental, "a",  "a", none, 8,  ""},
    {"math.erfc",      transcendental, "a",  "a", none, 8,  ""},
    {"math.exp",       transcendental, "a",  "a", none, 8,  ""},
    {"math.exp2",      transcendental, "a",  "a", none, 8,  ""},
    {"math.expm1",     transcendental, "a",  "a", none, 8,  ""},
    {"math.floor",     elementwise,    "a",  "a", none, 1,  ""},
    {"math.fma",       elementwise,    "a",  "a", none, 2,  ""},
    {"math.fpowi",     transcendental, "a.", "a", none, 8,  "the exponent is an integer"},
    {"math.ipowi",     elementwise,    ".",  ".", none, 8,  "integers"},
    {"math.isfinite",  select,         ".",  ".", none, 1,  "a narrower format has more infinities and subnormals"},
    {"math.isinf",     select,         ".",  ".", none, 1,  "a narrower format has more infinities and subnormals"},
    {"math.isnan",     select,         ".",  ".", none, 1,  "a narrower format has more infinities and subnormals"},
    {"math.isnormal",  select,         ".",  ".", none, 1,  "a narrower format has more infinities and subnormals"},
    {"math.log",       transcendental, "a",  "a", none, 8,  ""},
    {"math.log10",     transcendental, "a",  "a", none, 8,  ""},
    {"math.log1p",     transcendental, "a",  "a", none, 8,  ""},
    {"math.log2",      transcendental, "a",  "a", none, 8,  ""},
    {"math.powf",      transcendental, "a",  "a", none, 8,  ""},
    {"math.round",     elementwise,    "a",  "a", none, 1,  ""},
    {"math.roundeven", elementwise,    "a",  "a", none, 1,  ""},
    {"math.rsqrt",     transcendental, "a",  "a", none, 8,  "a root and a division"},
    {"math.sin",       transcendental, "a",  "a", none, 8,  ""},
    {"math.sincos",    transcendental, "a",  "a", none, 16, "two results"},
    {"math.sinh",      transcendental, "a",  "a", none, 8,  ""},
    {"math.sqrt",      transcendental, "a",  "a", none, 4,  ""},
    {"math.tan",       transcendental, "a",  "a", none, 8,  ""},
    {"math.tanh",      transcendental, "a",  "a", none, 8,  ""},
    {"math.trunc",     elementwise,    "a",  "a", none, 1,  ""},
};
// clang-format on

ArrayRef<OpRow> math() { return table; }

} // namespace mlir::amp::rows
