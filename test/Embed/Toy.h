// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOY_H
#define TOY_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ToyDialect.h.inc"
#define GET_OP_CLASSES
#include "ToyOps.h.inc"

namespace toy {
/// Describes the ops of this dialect to amp.
void registerAmpRows(mlir::DialectRegistry &registry);
/// Brings a row of another dialect's op, which --amp reports.
void registerMalformedRows(mlir::DialectRegistry &registry, bool byKind);
} // namespace toy

#endif // TOY_H
