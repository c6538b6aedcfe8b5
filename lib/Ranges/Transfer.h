// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfer functions of ops from operand ranges to result ranges: one row per
// kind, in rows/.
#ifndef LIB_RANGES_TRANSFER_H
#define LIB_RANGES_TRANSFER_H

#include "lib/Ranges/Interval.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::ranges {

/// Input of a transfer function: one result of an op, and the ranges of the
/// operands.
struct TransferInput {
  OpResult result;
  Format format; ///< of the result
  llvm::function_ref<const Range &(Value)> of;

  Operation *op() const { return result.getOwner(); }
  Value operand(unsigned i) const { return op()->getOperand(i); }
  const Range &operator[](unsigned i) const { return of(operand(i)); }
};

using TransferFunction = Range (*)(const TransferInput &);

/// Returns the transfer function of an op; null if its results are unknown.
TransferFunction lookupTransfer(Operation *op);

namespace transfer {
// DataMovement.cpp: results that are operands, or one of several.
Range first(const TransferInput &reading);
Range same(const TransferInput &reading);
Range any(const TransferInput &reading);
Range firstTwo(const TransferInput &reading);
Range lastTwo(const TransferInput &reading);
Range uniform(const TransferInput &reading);
Range element(const TransferInput &reading);
Range sameOrZero(const TransferInput &reading);
Range clampBetween(const TransferInput &reading);
Range clampBehind(const TransferInput &reading);
Range maximumOf(const TransferInput &reading);
Range minimumOf(const TransferInput &reading);
Range maximumOrOther(const TransferInput &reading);
Range minimumOrOther(const TransferInput &reading);
Range signedMaximumOf(const TransferInput &reading);
Range signedMinimumOf(const TransferInput &reading);
Range oneOfMany(const TransferInput &reading);
Range converted(const TransferInput &reading);
Range convertedSigned(const TransferInput &reading);
Range convertedToNearest(const TransferInput &reading);
Range convertedUnsigned(const TransferInput &reading);
Range reducedPrecision(const TransferInput &reading);
Range top(const TransferInput &reading);
Range bitcast(const TransferInput &reading);

// Arithmetic.cpp
Range sumOf(const TransferInput &reading);
Range difference(const TransferInput &reading);
Range product(const TransferInput &reading);
Range quotient(const TransferInput &reading);
Range remainder(const TransferInput &reading);
Range negated(const TransferInput &reading);
Range magnitude(const TransferInput &reading);
Range squared(const TransferInput &reading);
Range reciprocal(const TransferInput &reading);
Range sign(const TransferInput &reading);
Range floorOf(const TransferInput &reading);
Range ceilOf(const TransferInput &reading);
Range roundOf(const TransferInput &reading);
Range power(const TransferInput &reading);

// Functions.cpp
Range exponential(const TransferInput &reading);
Range exponentialMinusOne(const TransferInput &reading);
Range exponentialOfTwo(const TransferInput &reading);
Range logarithm(const TransferInput &reading);
Range logarithmOfTwo(const TransferInput &reading);
Range logarithmOfTen(const TransferInput &reading);
Range logarithmPlusOne(const TransferInput &reading);
Range logistic(const TransferInput &reading);
Range hyperbolicTangent(const TransferInput &reading);
Range squareRoot(const TransferInput &reading);
Range inverseRoot(const TransferInput &reading);
Range cubeRoot(const TransferInput &reading);
Range wave(const TransferInput &reading);
Range errorFunction(const TransferInput &reading);
Range errorComplement(const TransferInput &reading);
Range arcTangent(const TransferInput &reading);
Range arcTangentOfTwo(const TransferInput &reading);
Range arcSine(const TransferInput &reading);
Range arcCosine(const TransferInput &reading);
Range hyperbolicSine(const TransferInput &reading);
Range hyperbolicCosine(const TransferInput &reading);
Range arcHyperbolicSine(const TransferInput &reading);
Range arcHyperbolicCosine(const TransferInput &reading);

// Integers.cpp
Range truth(const TransferInput &reading);
Range conjunction(const TransferInput &reading);
Range disjunction(const TransferInput &reading);
Range shiftRight(const TransferInput &reading);
Range bitCount(const TransferInput &reading);

// Constants.cpp
Range constant(const TransferInput &reading);
Range counter(const TransferInput &reading);

// Sums.cpp
Range reduction(const TransferInput &reading);
Range window(const TransferInput &reading);
Range scattered(const TransferInput &reading);
Range windowScattered(const TransferInput &reading);
Range contraction(const TransferInput &reading);
Range summed(const TransferInput &reading);
Range biasedContraction(const TransferInput &reading);

/// Restricts a transfer function to floats, because the op on integers has
/// operands that shift or scale the result.
template <TransferFunction function>
Range onFloats(const TransferInput &reading) {
  return reading.format.isInteger ? Range() : function(reading);
}
} // namespace transfer
} // namespace mlir::amp::ranges

#endif // LIB_RANGES_TRANSFER_H
