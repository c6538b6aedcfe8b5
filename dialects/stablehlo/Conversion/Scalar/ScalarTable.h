// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emitters of elementwise ops, by op and kind of element.
#ifndef DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARTABLE_H
#define DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARTABLE_H

#include "dialects/stablehlo/Conversion/Scalar/Scalar.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp::stablehlo {

using Emitter = Value (*)(Operation *op, ValueRange operands,
                          ImplicitLocOpBuilder &builder);

/// Emitters of one op. Null: the op does not support such elements.
struct ScalarRow {
  Emitter floats = nullptr;
  Emitter integers = nullptr;
  Emitter complexes = nullptr;
};

struct ScalarTable {
  DenseMap<TypeID, ScalarRow> rows;

  template <typename Op>
  void add(Emitter floats, Emitter integers = nullptr,
           Emitter complexes = nullptr) {
    ScalarRow &row = rows[TypeID::get<Op>()];
    row.floats = floats ? floats : row.floats;
    row.integers = integers ? integers : row.integers;
    row.complexes = complexes ? complexes : row.complexes;
  }
  template <typename Op> void addComplex(Emitter complexes) {
    add<Op>(nullptr, nullptr, complexes);
  }
};

void addBitcastScalars(ScalarTable &table);
void addBitScalars(ScalarTable &table);
/// Call this last: broadcasting ops reuse emitters that the table already has.
void addChloScalars(ScalarTable &table);
void addComplexScalars(ScalarTable &table);
void addFloatScalars(ScalarTable &table);
void addIntegerScalars(ScalarTable &table);
void addComparisonScalars(ScalarTable &table);
void addConvertScalars(ScalarTable &table);
void addPowerScalars(ScalarTable &table);

/// Returns the element type of operand `i` of `op`, with its signedness.
inline Type elementOf(Operation *op, unsigned i = 0) {
  return getElementTypeOrSelf(op->getOperand(i).getType());
}
/// Returns true for unsigned integers and i1.
bool isUnsignedElement(Type element);
/// Emits stablehlo.convert of a real `x`. `from` and `to` include the
/// signedness.
Value convertElement(Scalar x, Type from, Type to);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARTABLE_H
