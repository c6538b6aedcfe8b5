// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of op descriptions, one per framework, sorted by name.
#ifndef DIALECTS_NODES_IR_ROWS_H
#define DIALECTS_NODES_IR_ROWS_H

#include "amp/OpRow.h"

namespace mlir::amp::nodes {

ArrayRef<OpRow> atenRows();
ArrayRef<OpRow> onnxRows();

} // namespace mlir::amp::nodes

#endif // DIALECTS_NODES_IR_ROWS_H
