// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// logistic(%x) * iota [0, 511] * 300   ==>   likely reaches 153300
#ifndef LIB_PRECISION_PINS_MAGNITUDES_H
#define LIB_PRECISION_PINS_MAGNITUDES_H

#include "amp/Ranges.h"
#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Estimates of the largest magnitude of each f32 value. An estimate lies
/// between the reach of the range (values that occur) and its bounds, which are
/// loose for long sums:
/// * bounds that no sum has widened are reached: those of logistic, clamp,
///   iota;
/// * a sum of n values is n times their mean if they have one sign, and sqrt(n)
///   times their magnitude if they have both;
/// * unbounded data counts as 1 if constants multiply or divide it, until an op
///   other than addition and data movement uses the product.
/// Values computed from a seed have no magnitude: loss scaling guards them.
class Magnitudes {
public:
  Magnitudes(const SlotGraph &graph, const RangeAnalysis &ranges);

  double of(Value value) const { return find(value).most; }

  /// Returns the constant factor if `value` is scaled unbounded data, else 0.
  double scaleOf(Value value) const {
    Magnitude found = find(value);
    return found.isScale ? found.most : 0;
  }

private:
  struct Magnitude {
    double most;
    bool isTight;         ///< the bounds of the range; no sum widened them
    bool isScale = false; ///< the constant factor of unbounded data
  };

  Magnitude find(Value value) const;
  double mean(Value value) const;
  bool set(Value value, Magnitude found);
  bool join(const CarriedValue &carried);
  bool addOp(Operation *op, const OpRow *row);
  bool addBody(Operation *op);
  double estimate(Operation *op, const OpRow *row) const;
  double estimateScaled(Operation *op, const OpRow *row) const;
  bool isScaled(Operation *op, const OpRow *row) const;
  bool isNumber(Value value) const;
  double factor(Value value) const;
  double occurring(Value value) const;
  double divide(double dividend, Value divisor) const;
  double choose(Operation *op, const OpRow *row,
                double (Magnitudes::*magnitudeOf)(Value) const) const;
  double contract(Operation *op) const;
  double sum(Operation *op) const;

  const RangeAnalysis &ranges;
  /// Values whose magnitude does not follow from their range.
  llvm::DenseMap<Value, Magnitude> known;
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_PINS_MAGNITUDES_H
