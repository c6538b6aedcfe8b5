// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_BOUNDS_CONDITIONING_H
#define LIB_VERIFY_BOUNDS_CONDITIONING_H

#include "lib/Verify/InputGraph.h"
#include "lib/Verify/bounds/Bounds.h"

namespace mlir::amp::verify {

/// Ops that may break `Guarantee::structure` by rounding the operand of an
/// ill-conditioned op. The bounds of their operands decide.
class Conditioning {
public:
  explicit Conditioning(const InputGraph &graph);

  /// Returns true if a root, logarithm or division uses the result of `op`, a
  /// sum or difference of two values with these bounds that may cancel, and
  /// `op` or an op that computes its operands is low.
  bool isRoundedDifference(Operation *op, const ValueBounds &a,
                           const ValueBounds &b,
                           const ValueBounds &result) const;

  /// Returns true if `op` is periodic, the bounds of its operand are infinite,
  /// and `op` or an op that computes the operand is low.
  bool isRoundedAngle(Operation *op, const ValueBounds &operand) const;

  /// Returns true if `op` has an infinite derivative at -1 or 1, the bounds of
  /// its operand reach that point, and `op` or an op that computes the operand
  /// is low.
  bool isRoundedEnd(Operation *op, const ValueBounds &operand) const;

  /// Returns true if `op` subtracts the mean of a value from the value, and
  /// `op`, the mean or an addition of a constant to the value is low. After
  /// such an addition, medians and extrema count like means.
  bool isRoundedDeviation(Operation *op) const {
    return deviations.contains(op);
  }

private:
  bool isRounded(unsigned node) const;
  bool isSum(unsigned node) const;
  bool isRoundedSum(unsigned node) const;
  bool isMeanOf(Value mean, Value data) const;
  SmallVector<unsigned> offsetsOf(Value data) const;
  bool isCentreOf(Value centre, Value data,
                  function_ref<bool(unsigned)> ops) const;
  void addDifferences(Value magnified);
  bool isSafe(unsigned node) const;

  const InputGraph &graph;
  llvm::DenseSet<Operation *> differences, angles, ends, deviations;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_CONDITIONING_H
