// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic of amp-verify, independent of lib/Ranges.
#ifndef LIB_VERIFY_BOUNDS_BOUNDS_H
#define LIB_VERIFY_BOUNDS_BOUNDS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Types.h"
#include <limits>

namespace mlir::amp::verify {

struct ClosedInterval {
  double lo, hi;
};

/// Bounds of the elements of one value in f32 arithmetic, ignoring NaN. The
/// default is the bottom of the lattice: no value.
struct ValueBounds {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  bool isSet = false;
  /// Computed from a seed: loss scaling keeps it in range.
  bool isGuarded = false;
  bool isDeclared = false; ///< follows from a declared range
  /// A sum is among the ops that computed it, so the bounds are much wider than
  /// the values that occur.
  bool isSummed = false;
  double lo = -infinity, hi = infinity; ///< of every element
  double top = -infinity;               ///< some element is at least this
  double bottom = infinity;             ///< some element is at most this

  static ValueBounds ofType(Type type); ///< only the type is known
  static ValueBounds between(double lo, double hi);
  /// Both bounds are attained.
  static ValueBounds attained(double lo, double hi);

  bool isFinite() const { return lo > -infinity && hi < infinity; }
  double magnitude() const { return std::max(-lo, hi); }
  bool operator==(const ValueBounds &other) const;

  /// Returns the bounds without knowledge of the elements that occur.
  ValueBounds withoutExtremes() const;
};

/// Least upper bound; returns whether `into` changed.
bool join(ValueBounds &into, const ValueBounds &from);

/// Bounds of a constant.
ValueBounds boundConstant(Attribute constant);

/// Returns bounds of the counters of loops that count up between constants.
llvm::DenseMap<Value, ClosedInterval> boundCounters(ModuleOp module);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_BOUNDS_H
