// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants are known by their values: where one stands, and how many copies
// there are of it, changes nothing.
#ifndef LIB_VERIFY_CONSTANTS_H
#define LIB_VERIFY_CONSTANTS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::verify {

struct ConstantValue {
  OperationName name;
  DictionaryAttr attributes; ///< all but those held as properties
  Attribute value;
};

/// Returns true if `op` is a constant whose value can be read.
bool isConstant(Operation *op);

/// The same, for one context: asks once per kind of constant.
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

/// Relation of a constant of the output to one of the input.
enum class ConstantMatch {
  same,
  rounded, ///< to nearest, ties to even, in the type that it has now
  wrong,   ///< another number than that
  other    ///< not that constant at all
};
ConstantMatch matchValues(Attribute input, Attribute output);

/// Loss of a constant by rounding, beyond digits.
enum class ConstantLoss {
  none,
  overflows, ///< some element is infinite now, and was not
  vanishes   ///< all elements are zero now, and were not
};
ConstantLoss findLoss(Attribute input, Attribute output);

/// Returns true if two constants differ in their values only.
bool areAlike(const ConstantValue &a, const ConstantValue &b);

/// Says what is wrong with a constant that was to be rounded.
void describeWrong(Attribute input, Attribute output,
                   InFlightDiagnostic &diagnostic);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_CONSTANTS_H
