// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_TM_TENSOR_IR_TMTENSOR_H
#define DIALECTS_TM_TENSOR_IR_TMTENSOR_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/tm_tensor/IR/TmTensorDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/tm_tensor/IR/TmTensorOps.h.inc"

#endif // DIALECTS_TM_TENSOR_IR_TMTENSOR_H
