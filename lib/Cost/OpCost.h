// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cost of one op, value or cast on a chip, in integer femtoseconds, so that
// sums are exact.
#ifndef LIB_COST_OPCOST_H
#define LIB_COST_OPCOST_H

#include "lib/Cost/Chip.h"
#include "lib/OpModel/OpModel.h"

namespace mlir::amp {

/// Access of an op to an operand or a result.
enum class Traffic : uint8_t {
  memory, ///< load or store, in the format of the op
  fused,  ///< in registers: the op and its casts fuse with neighbours
  view,   ///< none: the value is a view of another one
  free    ///< none: a compile-time constant
};

Traffic readsBy(Operation *op, const OpRow *row);

/// Returns the access to results. Result i of a view is operand i, or the last
/// one.
Traffic makesBy(Operation *op, const OpRow *row);

/// A cost for each precision.
struct OpCost {
  int64_t high = 0, low = 0;
  OpCost operator*(double times) const;
  void operator+=(OpCost other);
};

/// Costs of a contraction by the precisions of its operands and its result. The
/// solver never combines f32 operands with a low result (`narrow`), but an
/// input program may.
struct ProductCost {
  int64_t high, mixed, low, narrow;
};

using OpSet = llvm::DenseSet<Operation *>;

class CostModel {
public:
  /// `strict`: contractions that no chip may cut to TF32.
  CostModel(const Chip &chip, FloatType compute, const OpSet &strict);

  /// Returns the cost of moving elements to or from memory once.
  OpCost move(double elements) const;

  /// Returns the cost of converting elements in registers.
  int64_t convert(double elements) const;

  /// Returns the cost of loading elements in one precision and storing the
  /// other.
  int64_t cast(double elements) const;

  /// Returns the cost of the arithmetic of an op other than a contraction.
  OpCost arithmetic(double flops) const;

  /// Returns the maximum of arithmetic and memory time (the roofline model of
  /// Williams, Waterman and Patterson, 2009).
  ProductCost product(Operation *op) const;

private:
  int64_t toTime(double seconds) const;

  const Chip &chip;
  FloatType compute;
  const OpSet &strict;
  unsigned lowBytes;
};

/// Returns the elements of a type, 1 for a scalar; a dynamic size counts as
/// 128.
double guessElements(Type type);

} // namespace mlir::amp

#endif // LIB_COST_OPCOST_H
