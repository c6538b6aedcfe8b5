// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// External models of upstream dialects, one function per dialect.
#ifndef LIB_OPMODEL_UPSTREAM_H
#define LIB_OPMODEL_UPSTREAM_H

#include "lib/OpModel/OpModel.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp {

void registerLinalgModels(DialectRegistry &registry);
void registerTensorModels(DialectRegistry &registry);
void registerTosaModels(DialectRegistry &registry);
void registerSharedDims(DialectRegistry &registry);
void registerStablehloModels(DialectRegistry &registry);

/// Returns the class of a structured op, from its body and iterator types.
OpClass classifyLinalg(linalg::LinalgOp op);

/// Returns true if `op` extends a block argument or truncates a yielded value:
/// a conversion of a body whose operands and results were lowered.
bool convertsAtEdge(Operation *op);

/// Adapts the body of `op` to the element types of its operands.
void adoptLinalgTypes(linalg::LinalgOp op);

} // namespace mlir::amp

#endif // LIB_OPMODEL_UPSTREAM_H
