// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"arith.addf",           elementwise, "a",   "a", none, 1, "", "", OpKind::add},
    {"arith.addi",           elementwise, ".",   ".", none, 1, "integers", "", OpKind::add},
    {"arith.addui_extended", elementwise, ".",   ".", none, 1, "integers"},
    {"arith.andi",           bits,        ".",   ".", none, 1, "integers", "", OpKind::and_},
    {"arith.bitcast",        bits,        ".",   ".", none, 0, "reads the bits of one format as another"},
    {"arith.ceildivsi",      elementwise, ".",   ".", none, 4, "integers"},
    {"arith.ceildivui",      elementwise, ".",   ".", none, 4, "integers"},
    {"arith.cmpf",           select,      "a",   ".", none, 1, "both sides have one type; the answer is i1", "", OpKind::compare},
    {"arith.cmpi",           select,      ".",   ".", none, 1, "integers", "", OpKind::compare},
    {"arith.constant",       constant,    ".",   ".", none, 0, "casts of it fold into a rounded copy", "", OpKind::constant},
    {"arith.divf",           elementwise, "a",   "a", none, 4, "", "", OpKind::divide},
    {"arith.divsi",          elementwise, ".",   ".", none, 4, "integers", "", OpKind::divide},
    {"arith.divui",          elementwise, ".",   ".", none, 4, "integers"},
    {"arith.extf",           convert,     ".",   ".", none, 1, "the program's own change of format", "", OpKind::convert},
    {"arith.extsi",          convert,     ".",   ".", none, 1, "integers"},
    {"arith.extui",          convert,     ".",   ".", none, 1, "integers"},
    {"arith.floordivsi",     elementwise, ".",   ".", none, 4, "integers"},
    {"arith.fptosi",         convert,     ".",   ".", none, 1, "integers", "", OpKind::convert},
    {"arith.fptoui",         convert,     ".",   ".", none, 1, "integers"},
    {"arith.index_cast",     convert,     ".",   ".", none, 1, "integers"},
    {"arith.index_castui",   convert,     ".",   ".", none, 1, "integers"},
    {"arith.maximumf",       select,      "a",   "a", none, 1, "returns an operand: rounds nothing", "", OpKind::maximum},
    {"arith.maxnumf",        select,      "a",   "a", none, 1, "returns an operand: rounds nothing", "", OpKind::maxnum},
    {"arith.maxsi",          select,      ".",   ".", none, 1, "integers", "", OpKind::signed_maximum},
    {"arith.maxui",          select,      ".",   ".", none, 1, "integers", "", OpKind::unsigned_maximum},
    {"arith.minimumf",       select,      "a",   "a", none, 1, "returns an operand: rounds nothing", "", OpKind::minimum},
    {"arith.minnumf",        select,      "a",   "a", none, 1, "returns an operand: rounds nothing", "", OpKind::minnum},
    {"arith.minsi",          select,      ".",   ".", none, 1, "integers", "", OpKind::signed_minimum},
    {"arith.minui",          select,      ".",   ".", none, 1, "integers", "", OpKind::unsigned_minimum},
    {"arith.mulf",           elementwise, "a",   "a", none, 1, "", "", OpKind::multiply},
    {"arith.muli",           elementwise, ".",   ".", none, 1, "integers", "", OpKind::multiply},
    {"arith.mulsi_extended", elementwise, ".",   ".", none, 1, "integers"},
    {"arith.mului_extended", elementwise, ".",   ".", none, 1, "integers"},
    {"arith.negf",           elementwise, "a",   "a", none, 1, "", "", OpKind::negate},
    {"arith.ori",            bits,        ".",   ".", none, 1, "integers", "", OpKind::or_},
    {"arith.remf",           elementwise, "a",   "a", none, 4, "what is left is as wrong as the operands are", "", OpKind::remainder},
    {"arith.remsi",          elementwise, ".",   ".", none, 4, "integers", "", OpKind::remainder},
    {"arith.remui",          elementwise, ".",   ".", none, 4, "integers"},
    {"arith.scaling_extf",   convert,     ".",   ".", none, 2, "the program's own change of format"},
    {"arith.scaling_truncf", convert,     ".",   ".", none, 2, "the program's own change of format"},
    {"arith.select",         select,      ".aa", "a", none, 1, "", "", OpKind::select},
    {"arith.shli",           bits,        ".",   ".", none, 1, "integers", "", OpKind::shift_left},
    {"arith.shrsi",          bits,        ".",   ".", none, 1, "integers", "", OpKind::shift_right_arithmetic},
    {"arith.shrui",          bits,        ".",   ".", none, 1, "integers", "", OpKind::shift_right_logical},
    {"arith.sitofp",         convert,     ".",   ".", none, 1, "integers", "", OpKind::convert},
    {"arith.subf",           elementwise, "a",   "a", none, 1, "", "", OpKind::subtract},
    {"arith.subi",           elementwise, ".",   ".", none, 1, "integers", "", OpKind::subtract},
    {"arith.truncf",         convert,     ".",   ".", none, 1, "the program's own change of format", "", OpKind::convert},
    {"arith.trunci",         convert,     ".",   ".", none, 1, "integers"},
    {"arith.uitofp",         convert,     ".",   ".", none, 1, "integers", "", OpKind::unsigned_convert},
    {"arith.xori",           bits,        ".",   ".", none, 1, "integers", "", OpKind::xor_},
};
// clang-format on

ArrayRef<OpRow> arith() { return table; }

} // namespace mlir::amp::rows
