// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHLO. The broadcasting ops are their StableHLO kin after a broadcast.
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"chlo._asin_acos_kernel",                transcendental, ".",   ".",  none, 8, "complex only"},
    {"chlo.acos",                             transcendental, "a",   "a",  none, 8, ""},
    {"chlo.acosh",                            transcendental, "a",   "a",  none, 8, ""},
    {"chlo.asin",                             transcendental, "a",   "a",  none, 8, ""},
    {"chlo.asinh",                            transcendental, "a",   "a",  none, 8, ""},
    {"chlo.atan",                             transcendental, "a",   "a",  none, 8, ""},
    {"chlo.atanh",                            transcendental, "a",   "a",  none, 8, ""},
    {"chlo.bessel_i1e",                       transcendental, "a",   "a",  none, 8, ""},
    {"chlo.broadcast_add",                    elementwise,    "a",   "a",  none, 1, ""},
    {"chlo.broadcast_and",                    bits,           ".",   ".",  none, 1, "integers and i1"},
    {"chlo.broadcast_atan2",                  transcendental, "a",   "a",  none, 8, ""},
    {"chlo.broadcast_compare",                select,         "a",   ".",  none, 1, "both sides have one type; the answer is i1"},
    {"chlo.broadcast_complex",                layout,         ".",   ".",  none, 0, "complex numbers hold f32 or f64 only"},
    {"chlo.broadcast_divide",                 elementwise,    "a",   "a",  none, 4, ""},
    {"chlo.broadcast_maximum",                select,         "a",   "a",  none, 1, "returns an operand: rounds nothing"},
    {"chlo.broadcast_minimum",                select,         "a",   "a",  none, 1, "returns an operand: rounds nothing"},
    {"chlo.broadcast_multiply",               elementwise,    "a",   "a",  none, 1, ""},
    {"chlo.broadcast_next_after",             bits,           ".",   ".",  none, 1, "the next number of this very format"},
    {"chlo.broadcast_or",                     bits,           ".",   ".",  none, 1, "integers and i1"},
    {"chlo.broadcast_polygamma",              transcendental, "a",   "a",  none, 8, ""},
    {"chlo.broadcast_power",                  transcendental, "a",   "a",  none, 8, ""},
    {"chlo.broadcast_remainder",              elementwise,    "a",   "a",  none, 4, "what is left is as wrong as the operands are"},
    {"chlo.broadcast_select",                 select,         ".aa", "a",  none, 1, ""},
    {"chlo.broadcast_shift_left",             bits,           ".",   ".",  none, 1, "integers"},
    {"chlo.broadcast_shift_right_arithmetic", bits,           ".",   ".",  none, 1, "integers"},
    {"chlo.broadcast_shift_right_logical",    bits,           ".",   ".",  none, 1, "integers"},
    {"chlo.broadcast_subtract",               elementwise,    "a",   "a",  none, 1, ""},
    {"chlo.broadcast_xor",                    bits,           ".",   ".",  none, 1, "integers and i1"},
    {"chlo.broadcast_zeta",                   transcendental, "a",   "a",  none, 8, ""},
    {"chlo.conj",                             elementwise,    ".",   ".",  none, 1, "complex numbers are never retyped"},
    {"chlo.constant",                         constant,       ".",   ".",  none, 0, "casts of it fold into a rounded copy"},
    {"chlo.constant_like",                    constant,       ".",   ".",  none, 0, "its value attribute names the type"},
    {"chlo.cosh",                             transcendental, "a",   "a",  none, 8, ""},
    {"chlo.digamma",                          transcendental, "a",   "a",  none, 8, ""},
    {"chlo.erf",                              transcendental, "a",   "a",  none, 8, ""},
    {"chlo.erf_inv",                          transcendental, "a",   "a",  none, 8, ""},
    {"chlo.erfc",                             transcendental, "a",   "a",  none, 8, ""},
    {"chlo.is_inf",                           select,         ".",   ".",  none, 1, "a narrower format has more infinities"},
    {"chlo.is_neg_inf",                       select,         ".",   ".",  none, 1, "a narrower format has more infinities"},
    {"chlo.is_pos_inf",                       select,         ".",   ".",  none, 1, "a narrower format has more infinities"},
    {"chlo.lgamma",                           transcendental, "a",   "a",  none, 8, ""},
    {"chlo.mulhi",                            elementwise,    ".",   ".",  none, 1, "the upper half of an integer product"},
    {"chlo.next_after",                       bits,           ".",   ".",  none, 1, "the next number of this very format"},
    {"chlo.polygamma",                        transcendental, "a",   "a",  none, 8, ""},
    {"chlo.ragged_dot",                       contraction,    "aa.", "b",  none, 0, "operands low, result f32: products of 16-bit numbers are exact in f32"},
    {"chlo.scan",                             scan,           "a",   "a",  body, 1, "inputs, inits, body, outputs and carries have one type"},
    {"chlo.sinh",                             transcendental, "a",   "a",  none, 8, ""},
    {"chlo.square",                           elementwise,    "a",   "a",  none, 1, ""},
    {"chlo.tan",                              transcendental, "a",   "a",  none, 8, ""},
    {"chlo.top_k",                            select,         "a",   "a.", none, 1, "the indices are integers"},
    {"chlo.zeta",                             transcendental, "a",   "a",  none, 8, ""},
};
// clang-format on

ArrayRef<OpRow> chlo() { return table; }

} // namespace mlir::amp::rows
