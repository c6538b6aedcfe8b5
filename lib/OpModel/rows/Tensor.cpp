// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"tensor.bitcast",               bits,           ".",   ".", none, 0, "reads the bits of one format as another"},
    {"tensor.cast",                  layout,         "a",   "a", none, 0, "", "", OpKind::cast},
    {"tensor.collapse_shape",        layout,         "a",   "a", none, 0, "", "", OpKind::collapse_shape},
    {"tensor.concat",                layout,         "a",   "a", none, 0, "", "", OpKind::concat},
    {"tensor.dim",                   layout,         ".",   ".", none, 0, "a size, not a value"},
    {"tensor.empty",                 layout,         ".",   "a", none, 0, "no values yet", "", OpKind::empty},
    {"tensor.expand_shape",          layout,         "a.",  "a", none, 0, "sizes and positions are integers", "", OpKind::expand_shape},
    {"tensor.extract",               layout,         "a.",  "a", none, 0, "sizes and positions are integers", "", OpKind::extract},
    {"tensor.extract_slice",         layout,         "a.",  "a", none, 0, "sizes and positions are integers", "", OpKind::extract_slice},
    {"tensor.from_elements",         layout,         "a",   "a", none, 0, ""},
    {"tensor.gather",                gather_scatter, "a.",  "a", none, 0, "indices are integers"},
    {"tensor.generate",              layout,         ".",   ".", body, 0, "the body computes what it yields"},
    {"tensor.insert",                layout,         "aa.", "a", none, 0, "positions are integers"},
    {"tensor.insert_slice",          layout,         "aa.", "a", none, 0, "positions are integers", "", OpKind::insert_slice},
    {"tensor.pad",                   layout,         "a.",  "a", body, 0, "the body yields the padding value in the type of the result", "", OpKind::pad_region},
    {"tensor.parallel_insert_slice", layout,         ".",   ".", none, 0, "writes into what scf.forall shares"},
    {"tensor.rank",                  layout,         ".",   ".", none, 0, "a size, not a value"},
    {"tensor.reshape",               layout,         "a.",  "a", none, 0, "sizes and positions are integers", "", OpKind::reshape_to},
    {"tensor.scatter",               gather_scatter, "aa.", "a", none, 0, "indices are integers"},
    {"tensor.splat",                 layout,         "a.",  "a", none, 0, "sizes and positions are integers", "", OpKind::splat},
    {"tensor.yield",                 control,        ".",   ".", none, 0, "typed by the op around it"},
};
// clang-format on

ArrayRef<OpRow> tensor() { return table; }

} // namespace mlir::amp::rows
