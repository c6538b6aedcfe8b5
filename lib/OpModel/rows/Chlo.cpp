// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHLO. Broadcasting ops have the rows of their StableHLO counterparts.
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"chlo._asin_acos_kernel",                transcendental, ".",   ".",  none, 8, "complex only"},
    {"chlo.acos",                             transcendental, "a",   "a",  none, 8, "", "", OpKind::acos},
    {"chlo.acosh",                            transcendental, "a",   "a",  none, 8, "", "", OpKind::acosh},
    {"chlo.asin",                             transcendental, "a",   "a",  none, 8, "", "", OpKind::asin},
    {"chlo.asinh",                            transcendental, "a",   "a",  none, 8, "", "", OpKind::asinh},
    {"chlo.atan",                             transcendental, "a",   "a",  none, 8, "", "", OpKind::atan},
    {"chlo.atanh",                            transcendental, "a",   "a",  none, 8, "", "", OpKind::atanh},
    {"chlo.bessel_i1e",                       transcendental, "a",   "a",  none, 8, "", "", OpKind::bessel_i1e},
    {"chlo.broadcast_add",                    elementwise,    "a",   "a",  none, 1, "", "", OpKind::add},
    {"chlo.broadcast_and",                    bits,           ".",   ".",  none, 1, "integers and i1", "", OpKind::and_},
    {"chlo.broadcast_atan2",                  transcendental, "a",   "a",  none, 8, "", "", OpKind::atan2},
    {"chlo.broadcast_compare",                select,         "a",   ".",  none, 1, "both sides have one type; the answer is i1", "", OpKind::compare},
    {"chlo.broadcast_complex",                layout,         ".",   ".",  none, 0, "complex numbers hold f32 or f64 only", "", OpKind::complex},
    {"chlo.broadcast_divide",                 elementwise,    "a",   "a",  none, 4, "", "", OpKind::divide},
    {"chlo.broadcast_maximum",                select,         "a",   "a",  none, 1, "returns an operand: rounds nothing", "", OpKind::maximum},
    {"chlo.broadcast_minimum",                select,         "a",   "a",  none, 1, "returns an operand: rounds nothing", "", OpKind::minimum},
    {"chlo.broadcast_multiply",               elementwise,    "a",   "a",  none, 1, "", "", OpKind::multiply},
    {"chlo.broadcast_next_after",             bits,           ".",   ".",  none, 1, "the next number of this very format", "", OpKind::next_after},
    {"chlo.broadcast_or",                     bits,           ".",   ".",  none, 1, "integers and i1", "", OpKind::or_},
    {"chlo.broadcast_polygamma",              transcendental, "a",   "a",  none, 8, "", "", OpKind::polygamma},
    {"chlo.broadcast_power",                  transcendental, "a",   "a",  none, 8, "", "", OpKind::power},
    {"chlo.broadcast_remainder",              elementwise,    "a",   "a",  none, 4, "what is left is as wrong as the operands are", "", OpKind::remainder},
    {"chlo.broadcast_select",                 select,         ".aa", "a",  none, 1, "", "", OpKind::select},
    {"chlo.broadcast_shift_left",             bits,           ".",   ".",  none, 1, "integers", "", OpKind::shift_left},
    {"chlo.broadcast_shift_right_arithmetic", bits,           ".",   ".",  none, 1, "integers", "", OpKind::shift_right_arithmetic},
    {"chlo.broadcast_shift_right_logical",    bits,           ".",   ".",  none, 1, "integers", "", OpKind::shift_right_logical},
    {"chlo.broadcast_subtract",               elementwise,    "a",   "a",  none, 1, "", "", OpKind::subtract},
    {"chlo.broadcast_xor",                    bits,           ".",   ".",  none, 1, "integers and i1", "", OpKind::xor_},
    {"chlo.broadcast_zeta",                   transcendental, "a",   "a",  none, 8, "", "", OpKind::zeta},
    {"chlo.conj",                             elementwise,    ".",   ".",  none, 1, "complex numbers are never retyped", "", OpKind::conj},
    {"chlo.constant",                         constant,       ".",   ".",  none, 0, "casts of it fold into a rounded copy", "", OpKind::constant},
    {"chlo.constant_like",                    constant,       ".",   ".",  none, 0, "its value attribute names the type", "", OpKind::constant_like},
    {"chlo.cosh",                             transcendental, "a",   "a",  none, 8, "", "", OpKind::cosh},
    {"chlo.digamma",                          transcendental, "a",   "a",  none, 8, "", "", OpKind::digamma},
    {"chlo.erf",                              transcendental, "a",   "a",  none, 8, "", "", OpKind::erf},
    {"chlo.erf_inv",                          transcendental, "a",   "a",  none, 8, "", "", OpKind::erf_inv},
    {"chlo.erfc",                             transcendental, "a",   "a",  none, 8, "", "", OpKind::erfc},
    {"chlo.is_inf",                           select,         ".",   ".",  none, 1, "a narrower format has more infinities", "", OpKind::is_inf},
    {"chlo.is_neg_inf",                       select,         ".",   ".",  none, 1, "a narrower format has more infinities", "", OpKind::is_neg_inf},
    {"chlo.is_pos_inf",                       select,         ".",   ".",  none, 1, "a narrower format has more infinities", "", OpKind::is_pos_inf},
    {"chlo.lgamma",                           transcendental, "a",   "a",  none, 8, "", "", OpKind::lgamma},
    {"chlo.mulhi",                            elementwise,    ".",   ".",  none, 1, "the upper half of an integer product"},
    {"chlo.next_after",                       bits,           ".",   ".",  none, 1, "the next number of this very format", "", OpKind::next_after},
    {"chlo.polygamma",                        transcendental, "a",   "a",  none, 8, "", "", OpKind::polygamma},
    {"chlo.ragged_dot",                       contraction,    "aa.", "b",  none, 0, "operands low, result f32: products of 16-bit numbers are exact in f32", "", OpKind::ragged_dot},
    {"chlo.scan",                             scan,           "a",   "a",  body, 1, "inputs, inits, body, outputs and carries have one type", "", OpKind::scan},
    {"chlo.sinh",                             transcendental, "a",   "a",  none, 8, "", "", OpKind::sinh},
    {"chlo.square",                           elementwise,    "a",   "a",  none, 1, "", "", OpKind::square},
    {"chlo.tan",                              transcendental, "a",   "a",  none, 8, "", "", OpKind::tan},
    {"chlo.top_k",                            select,         "a",   "a.", none, 1, "the indices are integers", "", OpKind::top_k},
    {"chlo.zeta",                             transcendental, "a",   "a",  none, 8, "", "", OpKind::zeta},
};
// clang-format on

ArrayRef<OpRow> chlo() { return table; }

} // namespace mlir::amp::rows
