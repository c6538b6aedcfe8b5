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

/// What a structured op does, by its body and its iterators.
OpClass classifyLinalg(linalg::LinalgOp op);

/// Whether `op` widens an argument of its block or narrows what is yielded: the
/// conversions that a body gets where operands and results became low.
bool convertsAtEdge(Operation *op);

/// Makes the body of `op` agree with the element types of its operands.
void adoptLinalgTypes(linalg::LinalgOp op);

} // namespace mlir::amp

#endif // LIB_OPMODEL_UPSTREAM_H
