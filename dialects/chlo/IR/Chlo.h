// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLO_H
#define DIALECTS_CHLO_IR_CHLO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/chlo/IR/ChloDialect.h.inc"
#include "dialects/chlo/IR/ChloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/chlo/IR/ChloAttributes.h.inc"

namespace mlir::amp::chlo {
LogicalResult verifyBroadcastsOperands(Operation *op);
LogicalResult verifySameExpressedTypes(Operation *op, bool withResults);

template <typename ConcreteType>
struct BroadcastsOperands
    : OpTrait::TraitBase<ConcreteType, BroadcastsOperands> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyBroadcastsOperands(op);
  }
};

template <typename ConcreteType>
struct SameExpressedOperandTypes
    : OpTrait::TraitBase<ConcreteType, SameExpressedOperandTypes> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifySameExpressedTypes(op, /*withResults=*/false);
  }
};

template <typename ConcreteType>
struct SameExpressedTypes
    : OpTrait::TraitBase<ConcreteType, SameExpressedTypes> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifySameExpressedTypes(op, /*withResults=*/true);
  }
};
} // namespace mlir::amp::chlo

#define GET_OP_CLASSES
#include "dialects/chlo/IR/ChloOps.h.inc"

#endif // DIALECTS_CHLO_IR_CHLO_H
