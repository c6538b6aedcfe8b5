// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.add of f32  ==>  arith.addf,   of ui8  ==>  arith.addi, ...
#include "dialects/stablehlo/Conversion/Scalar/Scalars.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

bool mlir::amp::stablehlo::isUnsignedElement(Type element) {
  return element.isUnsignedInteger() || element.isInteger(1);
}

static const ScalarTable &table() {
  static const ScalarTable table = [] {
    ScalarTable table;
    addBitScalars(table);
    addBitcastScalars(table);
    addComplexScalars(table);
    addFloatScalars(table);
    addIntegerScalars(table);
    addComparisonScalars(table);
    addConvertScalars(table);
    addPowerScalars(table);
    addChloScalars(table);
    return table;
  }();
  return table;
}

static Emitter find(Operation *op) {
  auto row = table().rows.find(op->getName().getTypeID());
  if (row == table().rows.end() || op->getNumOperands() == 0)
    return nullptr;
  // select and clamp may begin with a predicate or a scalar bound; the last
  // operand always has the element type
  Type element = elementOf(op, op->getNumOperands() - 1);
  if (isa<ComplexType>(element))
    return row->second.complexes;
  if (isa<FloatType>(element))
    return row->second.floats;
  return isa<IntegerType>(element) ? row->second.integers : nullptr;
}

bool mlir::amp::stablehlo::isScalarOp(Operation *op) { return find(op); }

Value mlir::amp::stablehlo::emitScalar(Operation *op, ValueRange operands,
                                       OpBuilder &builder) {
  Emitter emitter = find(op);
  if (!emitter)
    return nullptr;
  ImplicitLocOpBuilder located(op->getLoc(), builder);
  return emitter(op, operands, located);
}
