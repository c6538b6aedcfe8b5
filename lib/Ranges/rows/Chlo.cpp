// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHLO: what is not here makes unknown values.
#include "lib/Ranges/Transfer.h"

namespace mlir::amp::ranges::transfer {

// clang-format off
static constexpr Transfer table[] = {
    {"chlo.acos",                           arcCosine},
    {"chlo.acosh",                          arcHyperbolicCosine},
    {"chlo.asin",                           arcSine},
    {"chlo.asinh",                          arcHyperbolicSine},
    {"chlo.atan",                           arcTangent},
    {"chlo.broadcast_add",                  sumOf},
    {"chlo.broadcast_and",                  conjunction},
    {"chlo.broadcast_atan2",                arcTangentOfTwo},
    {"chlo.broadcast_compare",              truth},
    {"chlo.broadcast_divide",               quotient},
    {"chlo.broadcast_maximum",              maximumOf},
    {"chlo.broadcast_minimum",              minimumOf},
    {"chlo.broadcast_multiply",             product},
    {"chlo.broadcast_or",                   disjunction},
    {"chlo.broadcast_power",                power},
    {"chlo.broadcast_remainder",            remainder},
    {"chlo.broadcast_select",               lastTwo},
    {"chlo.broadcast_shift_right_logical",  shiftRight},
    {"chlo.broadcast_subtract",             difference},
    {"chlo.constant",                       constant},
    {"chlo.cosh",                           hyperbolicCosine},
    {"chlo.erf",                            errorFunction},
    {"chlo.erfc",                           errorComplement},
    {"chlo.is_inf",                         truth},
    {"chlo.is_neg_inf",                     truth},
    {"chlo.is_pos_inf",                     truth},
    {"chlo.ragged_dot",                     contraction},
    {"chlo.sinh",                           hyperbolicSine},
    {"chlo.square",                         squared},
    {"chlo.top_k",                          top},
};
// clang-format on

ArrayRef<Transfer> chlo() { return table; }

} // namespace mlir::amp::ranges::transfer
