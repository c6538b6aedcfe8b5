// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// logistic(%x) * iota [0, 511] * 300   ==>   likely reaches 153300
#ifndef LIB_PRECISION_PINS_MAGNITUDES_H
#define LIB_PRECISION_PINS_MAGNITUDES_H

#include "amp/Ranges.h"
#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// The largest magnitude that each f32 value is likely to reach. It lies
/// between the reach of a range, which does occur, and its ends, which a long
/// sum merely allows:
/// * ends that no sum has widened are reached: of logistic, clamp, a counter;
/// * n values of one sign sum to n times their mean, values of both signs to
/// the
///   root of n times their magnitude;
/// * data without ends counts as 1 where constants multiply or divide it, until
///   another op than an addition or a move reads the product.
/// Values made from a seed are guarded by loss scaling and have no magnitude.
class Magnitudes {
public:
  Magnitudes(const SlotGraph &graph, const RangeAnalysis &ranges);

  double of(Value value) const { return find(value).most; }

  /// The factor of data without ends that `value` is; 0 for other values.
  double scaleOf(Value value) const {
    Magnitude found = find(value);
    return found.isScale ? found.most : 0;
  }

private:
  struct Magnitude {
    double most;
    bool isTight;         ///< the ends of the range, which no sum has widened
    bool isScale = false; ///< a factor of data without ends
  };

  Magnitude find(Value value) const;
  double mean(Value value) const;
  bool set(Value value, Magnitude found);
  bool join(const Joint &joint);
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
