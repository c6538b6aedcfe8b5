// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computation of each elementwise op, by op and kind of element.
#ifndef DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARTABLE_H
#define DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARTABLE_H

#include "dialects/stablehlo/Conversion/Scalar/Scalar.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp::stablehlo {

using Emitter = Value (*)(Operation *op, ValueRange operands,
                          ImplicitLocOpBuilder &builder);

/// A null emitter means that the op does not take such elements.
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
/// Last: broadcasting ops compute as those that it finds in the table.
void addChloScalars(ScalarTable &table);
void addComplexScalars(ScalarTable &table);
void addFloatScalars(ScalarTable &table);
void addIntegerScalars(ScalarTable &table);
void addComparisonScalars(ScalarTable &table);
void addConvertScalars(ScalarTable &table);
void addPowerScalars(ScalarTable &table);

/// Element type of operand `i` as the op has it, with its sign.
inline Type elementOf(Operation *op, unsigned i = 0) {
  return getElementTypeOrSelf(op->getOperand(i).getType());
}
/// i1 counts as unsigned.
bool isUnsignedElement(Type element);
/// Emits stablehlo.convert of a real `x` of type `from`, signs included.
Value convertElement(Scalar x, Type from, Type to);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SCALAR_SCALARTABLE_H
