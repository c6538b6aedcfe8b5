// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SDY (Shardy): placement of values on devices; only reductions over devices
// compute.
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"sdy.all_gather",              collective, "a", "a", none,    0, "moves values between devices"},
    {"sdy.all_reduce",              collective, "a", "a", none,    1, "sums over devices", "", OpKind::all_reduce_sum},
    {"sdy.all_slice",               collective, "a", "a", none,    0, "moves values between devices"},
    {"sdy.all_to_all",              collective, "a", "a", none,    0, "moves values between devices"},
    {"sdy.collective_permute",      collective, "a", "a", none,    0, "moves values between devices"},
    {"sdy.constant",                constant,   ".", ".", none,    0, "casts of it fold into a rounded copy"},
    {"sdy.data_flow_edge",          layout,     "a", "a", none,    0, "places a value"},
    {"sdy.func_data_flow_edge",     layout,     "a", "a", none,    0, "places a value"},
    {"sdy.manual_computation",      control,    ".", ".", inlined, 0, "the boundary keeps its types: each operand and result has its own", "", OpKind::manual_computation},
    {"sdy.mesh",                    constant,   ".", ".", none,    0, "names devices", "", OpKind::mesh},
    {"sdy.named_computation",       control,    ".", ".", inlined, 0, "the boundary keeps its types: each operand and result has its own"},
    {"sdy.propagation_barrier",     layout,     "a", "a", none,    0, "places a value"},
    {"sdy.reduce_scatter",          collective, "a", "a", none,    1, "sums over devices", "", OpKind::reduce_scatter_sum},
    {"sdy.replicated_to_unreduced", collective, "a", "a", none,    0, "turns values into terms of a sum over devices"},
    {"sdy.reshard",                 layout,     "a", "a", none,    0, "places a value", "", OpKind::reshard},
    {"sdy.return",                  control,    ".", ".", none,    0, "typed by the op around it"},
    {"sdy.sharded_to_unreduced",    collective, "a", "a", none,    0, "turns values into terms of a sum over devices"},
    {"sdy.sharding_constraint",     layout,     "a", "a", none,    0, "places a value", "", OpKind::sharding_constraint},
    {"sdy.sharding_group",          layout,     "a", ".", none,    0, "places a value; no result"},
};
// clang-format on

ArrayRef<OpRow> sdy() { return table; }

} // namespace mlir::amp::rows
