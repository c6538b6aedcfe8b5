// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDY_H
#define DIALECTS_SDY_IR_SDY_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/sdy/IR/SdyDialect.h.inc"
#include "dialects/sdy/IR/SdyEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/sdy/IR/SdyAttributes.h.inc"

#define GET_OP_CLASSES
#include "dialects/sdy/IR/SdyOps.h.inc"

#endif // DIALECTS_SDY_IR_SDY_H
