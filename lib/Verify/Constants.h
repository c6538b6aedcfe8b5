// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of constants by value. Their positions in the program and their
// numbers of copies do not matter.
#ifndef LIB_VERIFY_CONSTANTS_H
#define LIB_VERIFY_CONSTANTS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::verify {

struct ConstantValue {
  OperationName name;
  DictionaryAttr attributes; ///< except those stored as properties
  Attribute value;
};

/// Returns true if `op` is a constant: no operands, no regions, one result.
bool isConstant(Operation *op);

/// `isConstant` with a cache of the last op name, valid in one MLIRContext.
class ConstantKinds {
public:
  bool contains(Operation *op) {
    if (op->getNumOperands() != 0 || op->getNumResults() != 1)
      return false;
    const void *name = op->getName().getAsOpaquePointer();
    if (name != known && !isConstant(op))
      return false;
    known = name;
    return op->getNumRegions() == 0;
  }

private:
  const void *known = nullptr;
};
ConstantValue readConstant(Operation *op);

/// Returns the number in all elements of a float constant; none for other
/// values, and for null.
std::optional<double> readSplat(Value value);

/// Relation of a constant of the output to one of the input.
enum class ConstantMatch {
  same,
  rounded, ///< rounded to the output's type, to nearest, ties to even
  wrong,   ///< a narrower type, but not the rounded value
  other    ///< an unrelated constant
};
ConstantMatch matchValues(Attribute input, Attribute output);

/// Loss of a constant's magnitude by rounding.
enum class ConstantLoss {
  none,
  overflows, ///< a finite element became infinite
  vanishes   ///< all elements are zero, but not all were
};
ConstantLoss findLoss(Attribute input, Attribute output);

/// Returns true if two constants have one op name and equal attributes.
bool areAlike(const ConstantValue &a, const ConstantValue &b);

/// Appends to `diagnostic` the first element that is not the rounded input.
void describeWrong(Attribute input, Attribute output,
                   InFlightDiagnostic &diagnostic);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_CONSTANTS_H
