// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opaque: operands, results and bodies keep their types.
#include "lib/OpModel/rows/Rows.h"

namespace mlir::amp::rows {

// clang-format off
static constexpr OpRow table[] = {
    {"tm_tensor.attention", opaque,  ".", ".", none, 0, "accumulates and scales as its backend does"},
    {"tm_tensor.scan",      opaque,  ".", ".", body, 0, "the body combines elements of the outs"},
    {"tm_tensor.scatter",   opaque,  ".", ".", body, 0, "the body combines elements of the outs"},
    {"tm_tensor.sort",      opaque,  ".", ".", body, 0, "the body compares elements of the outs"},
    {"tm_tensor.topk",      opaque,  ".", ".", body, 0, "the body compares elements of the outs"},
    {"tm_tensor.yield",     control, ".", ".", none, 0, "typed by the op around it"},
};
// clang-format on

ArrayRef<OpRow> tmTensor() { return table; }

} // namespace mlir::amp::rows
