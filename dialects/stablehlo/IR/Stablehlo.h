// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The StableHLO dialect: the only header of this folder that others include.
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLO_H
#define DIALECTS_STABLEHLO_IR_STABLEHLO_H

#include "dialects/stablehlo/IR/StablehloAttributes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/ControlFlowOps.h.inc"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/ElementwiseOps.h.inc"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/ShapeOps.h.inc"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/ContractionOps.h.inc"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/ReductionOps.h.inc"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/IndexingOps.h.inc"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/CollectiveOps.h.inc"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/MiscOps.h.inc"

#endif // DIALECTS_STABLEHLO_IR_STABLEHLO_H
