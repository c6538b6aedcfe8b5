// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMP_H
#define DIALECTS_AMP_IR_AMP_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/amp/IR/AmpDialect.h.inc"
#include "dialects/amp/IR/AmpEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/amp/IR/AmpAttributes.h.inc"

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpOps.h.inc"

#endif // DIALECTS_AMP_IR_AMP_H
