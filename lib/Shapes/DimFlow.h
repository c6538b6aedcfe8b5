// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effect of ops on a padded dimension: most forward it whole, and never let its
// padding influence its elements.
#ifndef LIB_SHAPES_DIMFLOW_H
#define LIB_SHAPES_DIMFLOW_H

#include "lib/OpModel/OpModel.h"

namespace mlir::amp::shapes {

/// Dimension `from` of an operand is dimension `to` of result 0: the op works
/// the same on every position along it, so it may be longer.
struct DimStep {
  unsigned operand, from, to;
};

/// Steps of ops, by kind: cached from the first op of a kind on.
class StepFinder {
public:
  using Steps = SmallVector<DimStep, 0>;

  /// Appends those of `op`: none if it must see its operands without padding.
  void find(Operation *op, const OpRow *row, Steps &steps);

private:
  using Rule = void (*)(Steps &, Operation *);

  Rule findRule(Operation *op, const OpRow *row);
  bool isPlain(Type type);

  llvm::DenseMap<OperationName, Rule> rules;
  Type lastPlain; ///< most have the same
};

/// Returns true if `op` produces this dimension of its result in any length,
/// without cost: constants, counters, broadcasts.
bool makesDim(Operation *op, int64_t dim);

/// Returns true if `op` keeps the order of elements and its steps follow the
/// outermost of the dimensions that are split or merged.
bool regroupsInOrder(Operation *op);

/// A broadcast is padded by padding what it repeats.
bool isBroadcast(Operation *op);

/// Returns true if zeros in the padding of all operands give zeros in the
/// padding of the result.
bool keepsZeros(Operation *op);

/// Returns true if the elements that `op` adds are zero; for an op with a
/// scalar result, if the scalar is zero.
bool addsZeros(Operation *op);

/// Returns the neutral element of a reduction of one value, if there is one;
/// `reducesDim` returns true if a dimension of the operand is reduced.
TypedAttr findNeutral(Operation *reduce);

/// Returns the neutral element of an op that combines two elements of this
/// type; null if there is none.
TypedAttr neutralOf(Operation *combiner, Type element);
bool reducesDim(Operation *reduce, int64_t dim);

/// Writes the sizes of the results into the attributes of `op`.
void adoptSizes(Operation *op);

/// Integers of an attribute; none if there is no such.
ArrayRef<int64_t> numbersOf(Operation *op, StringRef name);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_DIMFLOW_H
