// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ops do with a dimension that is longer than it should be: most hand it
// on whole, and never let what is behind its end touch what is before it.
#ifndef LIB_SHAPES_DIMFLOW_H
#define LIB_SHAPES_DIMFLOW_H

#include "lib/OpModel/OpModel.h"

namespace mlir::amp {

/// Dimension `from` of an operand is dimension `to` of result 0: the op works
/// the same on every position along it, so it may be longer.
struct DimStep {
  unsigned operand, from, to;
};

/// Which ops have which, by what they are: known from the first of a kind on.
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

/// Whether `op` makes this dimension of its result in any length, for nothing:
/// constants, counters, broadcasts.
bool makesDim(Operation *op, int64_t dim);

/// Whether `op` keeps the order of elements and its steps lead on what is
/// outermost of dimensions that are split or merged.
bool regroupsInOrder(Operation *op);

/// A broadcast is padded by padding what it repeats.
bool isBroadcast(Operation *op);

/// Whether zeros behind the end of all operands make zeros there.
bool keepsZeros(Operation *op);

/// Whether what `op` makes more of is zero; of one that makes a scalar, whether
/// that is zero.
bool addsZeros(Operation *op);

/// What changes no result of a reduction of one value, if there is such an
/// element; and whether a dimension of the operand is reduced.
TypedAttr findNeutral(Operation *reduce);
bool reducesDim(Operation *reduce, int64_t dim);

/// Writes the sizes of the results into the attributes of `op`.
void adoptSizes(Operation *op);

/// Integers of an attribute; none if there is no such.
ArrayRef<int64_t> numbersOf(Operation *op, StringRef name);

} // namespace mlir::amp

#endif // LIB_SHAPES_DIMFLOW_H
