// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"arith.addf",           elementwise, "a",   "a", none, 1, ""},
    {"arith.addi",           elementwise, ".",   ".", none, 1, "integers"},
    {"arith.addui_extended", elementwise, ".",   ".", none, 1, "integers"},
    {"arith.andi",           bits,        ".",   ".", none, 1, "integers"},
    {"arith.bitcast",        bits,        ".",   ".", none, 0, "reads the bits of one format as another"},
    {"arith.ceildivsi",      elementwise, ".",   ".", none, 4, "integers"},
    {"arith.ceildivui",      elementwise, ".",   ".", none, 4, "integers"},
    {"arith.cmpf",           select,      "a",   ".", none, 1, "both sides have one type; the answer is i1"},
    {"arith.cmpi",           select,      ".",   ".", none, 1, "integers"},
    {"arith.constant",       constant,    ".",   ".", none, 0, "casts of it fold into a rounded copy"},
    {"arith.divf",           elementwise, "a",   "a", none, 4, ""},
    {"arith.divsi",          elementwise, ".",   ".", none, 4, "integers"},
    {"arith.divui",          elementwise, ".",   ".", none, 4, "integers"},
    {"arith.extf",           convert,     ".",   ".", none, 1, "the program's own change of format"},
    {"arith.extsi",          convert,     ".",   ".", none, 1, "integers"},
    {"arith.extui",          convert,     ".",   ".", none, 1, "integers"},
    {"arith.floordivsi",     elementwise, ".",   ".", none, 4, "integers"},
    {"arith.fptosi",         convert,     ".",   ".", none, 1, "integers"},
    {"arith.fptoui",         convert,     ".",   ".", none, 1, "integers"},
    {"arith.index_cast",     convert,     ".",   ".", none, 1, "integers"},
    {"arith.index_castui",   convert,     ".",   ".", none, 1, "integers"},
    {"arith.maximumf",       select,      "a",   "a", none, 1, "returns an operand: rounds nothing"},
    {"arith.maxnumf",        select,      "a",   "a", none, 1, "returns an operand: rounds nothing"},
    {"arith.maxsi",          select,      ".",   ".", none, 1, "integers"},
    {"arith.maxui",          select,      ".",   ".", none, 1, "integers"},
    {"arith.minimumf",       select,      "a",   "a", none, 1, "returns an operand: rounds nothing"},
    {"arith.minnumf",        select,      "a",   "a", none, 1, "returns an operand: rounds nothing"},
    {"arith.minsi",          select,      ".",   ".", none, 1, "integers"},
    {"arith.minui",          select,      ".",   ".", none, 1, "integers"},
    {"arith.mulf",           elementwise, "a",   "a", none, 1, ""},
    {"arith.muli",           elementwise, ".",   ".", none, 1, "integers"},
    {"arith.mulsi_extended", elementwise, ".",   ".", none, 1, "integers"},
    {"arith.mului_extended", elementwise, ".",   ".", none, 1, "integers"},
    {"arith.negf",           elementwise, "a",   "a", none, 1, ""},
    {"arith.ori",            bits,        ".",   ".", none, 1, "integers"},
    {"arith.remf",           elementwise, "a",   "a", none, 4, "what is left is as wrong as the operands are"},
    {"arith.remsi",          elementwise, ".",   ".", none, 4, "integers"},
    {"arith.remui",          elementwise, ".",   ".", none, 4, "integers"},
    {"arith.scaling_extf",   convert,     ".",   ".", none, 2, "the program's own change of format"},
    {"arith.scaling_truncf", convert,     ".",   ".", none, 2, "the program's own change of format"},
    {"arith.select",         select,      ".aa", "a", none, 1, ""},
    {"arith.shli",           bits,        ".",   ".", none, 1, "integers"},
    {"arith.shrsi",          bits,        ".",   ".", none, 1, "integers"},
    {"arith.shrui",          bits,        ".",   ".", none, 1, "integers"},
    {"arith.sitofp",         convert,     ".",   ".", none, 1, "integers"},
    {"arith.subf",           elementwise, "a",   "a", none, 1, ""},
    {"arith.subi",           elementwise, ".",   ".", none, 1, "integers"},
    {"arith.truncf",         convert,     ".",   ".", none, 1, "the program's own change of format"},
    {"arith.trunci",         convert,     ".",   ".", none, 1, "integers"},
    {"arith.uitofp",         convert,     ".",   ".", none, 1, "integers"},
    {"arith.xori",           bits,        ".",   ".", none, 1, "integers"},
};
// clang-format on

ArrayRef<OpRow> arith() { return table; }

} // namespace mlir::amp::rows
