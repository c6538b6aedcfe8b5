// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding propagation: most ops map a padded dimension of an operand to one of
// the result, and padding never influences original elements.
#ifndef LIB_SHAPES_DIMFLOW_H
#define LIB_SHAPES_DIMFLOW_H

#include "lib/OpModel/OpModel.h"

namespace mlir::amp::shapes {

/// Maps dimension `from` of an operand to dimension `to` of result 0. The op
/// treats all positions along it alike, so the dimension may be padded.
struct DimStep {
  unsigned operand, from, to;
};

/// Computes dimension steps of ops; caches the rule per op name.
class StepFinder {
public:
  using Steps = SmallVector<DimStep, 0>;

  /// Appends the steps of `op`; none if its operands must be unpadded.
  void find(Operation *op, const OpRow *row, Steps &steps);

private:
  using Rule = void (*)(Steps &, Operation *);

  Rule findRule(Operation *op, const OpRow *row);
  bool isPlain(Type type);

  llvm::DenseMap<OperationName, Rule> rules;
  Type lastPlain; ///< cache of isPlain: most types repeat
};

/// Returns true if `op` can produce this dimension of its result in any size,
/// for free: constants, iota, broadcasts.
bool makesDim(Operation *op, int64_t dim);

/// Returns true if `op` is a reshape in row-major order whose steps map the
/// outermost dimension of each split or merged group.
bool regroupsInOrder(Operation *op);

/// Returns true for a broadcast, which is padded by padding its operand.
bool isBroadcast(Operation *op);

/// Returns true if zeros in the padding of all operands give zeros in the
/// padding of the result.
bool keepsZeros(Operation *op);

/// Returns true if `op` fills padding with zeros; for an op with a scalar
/// result, if the scalar is zero.
bool addsZeros(Operation *op);

/// Returns the neutral element of a reduction of one value; null if there is
/// none. `reducesDim` returns true if the reduction removes this operand
/// dimension.
TypedAttr findNeutral(Operation *reduce);

/// Returns the neutral element of a binary op on this element type; null if
/// there is none.
TypedAttr neutralOf(Operation *combiner, Type element);
bool reducesDim(Operation *reduce, int64_t dim);

/// Updates the attributes of `op` that state sizes, from its result types.
void adoptSizes(Operation *op);

/// Returns the integers of an array attribute; empty if absent.
ArrayRef<int64_t> numbersOf(Operation *op, StringRef name);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_DIMFLOW_H
