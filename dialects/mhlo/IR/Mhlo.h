// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_MHLO_IR_MHLO_H
#define DIALECTS_MHLO_IR_MHLO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/mhlo/IR/MhloDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/mhlo/IR/MhloOps.h.inc"

#endif // DIALECTS_MHLO_IR_MHLO_H
