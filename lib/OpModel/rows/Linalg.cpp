// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structured linalg ops are classified by their bodies, so their rows are named
// after a class (../LinalgClass.cpp computes the class).
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"linalg.*bits",                     bits,           ".",   ".", body, 1,  "integers"},
    {"linalg.*constant",                 constant,       "a",   "a", body, 0,  "fill"},
    {"linalg.*contraction",              contraction,    "aa.", ".", body, 0,  "the initial value and the result are the accumulator"},
    {"linalg.*convert",                  convert,        ".",   ".", body, 1,  "the program's own change of format"},
    {"linalg.*elementwise",              elementwise,    "a",   "a", body, 1,  "inputs, inits, body and results have one type"},
    {"linalg.*gather_scatter",           gather_scatter, "a",   "a", body, 0,  "the body reads at computed places"},
    {"linalg.*layout",                   layout,         "a",   "a", body, 0,  "yields an input as it is"},
    {"linalg.*random",                   random,         ".",   ".", body, 8,  "a lower precision would draw other numbers"},
    {"linalg.*reduction",                reduction,      "a",   "a", body, 1,  "inputs, inits, body and results have one type"},
    {"linalg.*select",                   select,         "a",   "a", body, 1,  "yields one of its inputs: rounds nothing"},
    {"linalg.*transcendental",           transcendental, "a",   "a", body, 8,  "inputs, inits, body and results have one type"},
    {"linalg.index",                     control,        ".",   ".", none, 0,  "the iteration of the loop"},
    {"linalg.pack",                      layout,         "a",   "a", none, 0,  "tile sizes are integers"},
    {"linalg.softmax",                   reduction,      "a",   "a", none, 11, "an exponential, two reductions and a division"},
    {"linalg.unpack",                    layout,         "a",   "a", none, 0,  "tile sizes are integers"},
    {"linalg.winograd_filter_transform", reduction,      "a",   "a", none, 8,  "sums over a window"},
    {"linalg.winograd_input_transform",  reduction,      "a",   "a", none, 8,  "sums over a window"},
    {"linalg.winograd_output_transform", reduction,      "a",   "a", none, 8,  "sums over a window"},
    {"linalg.yield",                     control,        ".",   ".", none, 0,  "typed by the op around it"},
};

static constexpr std::pair<StringLiteral, OpKind> kinds[] = {
    {"linalg.abs",          OpKind::abs},
    {"linalg.add",          OpKind::add},
    {"linalg.batch_matmul", OpKind::batch_matmul},
    {"linalg.ceil",         OpKind::ceil},
    {"linalg.div",          OpKind::divide},
    {"linalg.erf",          OpKind::erf},
    {"linalg.exp",          OpKind::exponential},
    {"linalg.fill",         OpKind::fill},
    {"linalg.floor",        OpKind::floor},
    {"linalg.generic",      OpKind::generic},
    {"linalg.log",          OpKind::log},
    {"linalg.matmul",       OpKind::matmul},
    {"linalg.max",          OpKind::maximum},
    {"linalg.min",          OpKind::minimum},
    {"linalg.mul",          OpKind::multiply},
    {"linalg.negf",         OpKind::negate},
    {"linalg.powf",         OpKind::power},
    {"linalg.reciprocal",   OpKind::reciprocal},
    {"linalg.rsqrt",        OpKind::rsqrt},
    {"linalg.select",       OpKind::select},
    {"linalg.sqrt",         OpKind::sqrt},
    {"linalg.square",       OpKind::square},
    {"linalg.sub",          OpKind::subtract},
    {"linalg.tanh",         OpKind::tanh},
};
// clang-format on

ArrayRef<OpRow> linalg() { return table; }
ArrayRef<std::pair<StringLiteral, OpKind>> linalgKinds() { return kinds; }

} // namespace mlir::amp::rows
