// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"math.absf",      elementwise,    "a",  "a", none, 1,  "", "", OpKind::abs},
    {"math.absi",      elementwise,    ".",  ".", none, 1,  "integers", "", OpKind::abs},
    {"math.acos",      transcendental, "a",  "a", none, 8,  "", "", OpKind::acos},
    {"math.acosh",     transcendental, "a",  "a", none, 8,  "", "", OpKind::acosh},
    {"math.asin",      transcendental, "a",  "a", none, 8,  "", "", OpKind::asin},
    {"math.asinh",     transcendental, "a",  "a", none, 8,  "", "", OpKind::asinh},
    {"math.atan",      transcendental, "a",  "a", none, 8,  "", "", OpKind::atan},
    {"math.atan2",     transcendental, "a",  "a", none, 8,  "", "", OpKind::atan2},
    {"math.atanh",     transcendental, "a",  "a", none, 8,  "", "", OpKind::atanh},
    {"math.cbrt",      transcendental, "a",  "a", none, 8,  "", "", OpKind::cbrt},
    {"math.ceil",      elementwise,    "a",  "a", none, 1,  "", "", OpKind::ceil},
    {"math.clampf",    select,         "a",  "a", none, 2,  "bounds have the type of the operand", "", OpKind::clampf},
    {"math.copysign",  select,         "a",  "a", none, 1,  "returns an operand with another sign"},
    {"math.cos",       transcendental, "a",  "a", none, 8,  "", "", OpKind::cosine},
    {"math.cosh",      transcendental, "a",  "a", none, 8,  "", "", OpKind::cosh},
    {"math.ctlz",      bits,           ".",  ".", none, 1,  "integers", "", OpKind::count_leading_zeros},
    {"math.ctpop",     bits,           ".",  ".", none, 1,  "integers", "", OpKind::popcnt},
    {"math.cttz",      bits,           ".",  ".", none, 1,  "integers"},
    {"math.erf",       transcendental, "a",  "a", none, 8,  "", "", OpKind::erf},
    {"math.erfc",      transcendental, "a",  "a", none, 8,  "", "", OpKind::erfc},
    {"math.exp",       transcendental, "a",  "a", none, 8,  "", "", OpKind::exponential},
    {"math.exp2",      transcendental, "a",  "a", none, 8,  "", "", OpKind::exp2},
    {"math.expm1",     transcendental, "a",  "a", none, 8,  "", "", OpKind::exponential_minus_one},
    {"math.floor",     elementwise,    "a",  "a", none, 1,  "", "", OpKind::floor},
    {"math.fma",       elementwise,    "a",  "a", none, 2,  ""},
    {"math.fpowi",     transcendental, "a.", "a", none, 8,  "the exponent is an integer"},
    {"math.ipowi",     elementwise,    ".",  ".", none, 8,  "integers"},
    {"math.isfinite",  select,         ".",  ".", none, 1,  "a narrower format has more infinities and subnormals", "", OpKind::is_finite},
    {"math.isinf",     select,         ".",  ".", none, 1,  "a narrower format has more infinities and subnormals", "", OpKind::is_inf},
    {"math.isnan",     select,         ".",  ".", none, 1,  "a narrower format has more infinities and subnormals", "", OpKind::is_nan},
    {"math.isnormal",  select,         ".",  ".", none, 1,  "a narrower format has more infinities and subnormals"},
    {"math.log",       transcendental, "a",  "a", none, 8,  "", "", OpKind::log},
    {"math.log10",     transcendental, "a",  "a", none, 8,  "", "", OpKind::log10},
    {"math.log1p",     transcendental, "a",  "a", none, 8,  "", "", OpKind::log_plus_one},
    {"math.log2",      transcendental, "a",  "a", none, 8,  "", "", OpKind::log2},
    {"math.powf",      transcendental, "a",  "a", none, 8,  "", "", OpKind::power},
    {"math.round",     elementwise,    "a",  "a", none, 1,  "", "", OpKind::round_nearest_afz},
    {"math.roundeven", elementwise,    "a",  "a", none, 1,  "", "", OpKind::round_nearest_even},
    {"math.rsqrt",     transcendental, "a",  "a", none, 8,  "a root and a division", "", OpKind::rsqrt},
    {"math.sin",       transcendental, "a",  "a", none, 8,  "", "", OpKind::sine},
    {"math.sincos",    transcendental, "a",  "a", none, 16, "two results"},
    {"math.sinh",      transcendental, "a",  "a", none, 8,  "", "", OpKind::sinh},
    {"math.sqrt",      transcendental, "a",  "a", none, 4,  "", "", OpKind::sqrt},
    {"math.tan",       transcendental, "a",  "a", none, 8,  "", "", OpKind::tan},
    {"math.tanh",      transcendental, "a",  "a", none, 8,  "", "", OpKind::tanh},
    {"math.trunc",     elementwise,    "a",  "a", none, 1,  ""},
};
// clang-format on

ArrayRef<OpRow> math() { return table; }

} // namespace mlir::amp::rows
