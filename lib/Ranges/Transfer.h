// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfer functions of ops from operand ranges to result ranges: one row per
// kind, in rows/.
#ifndef LIB_RANGES_TRANSFER_H
#define LIB_RANGES_TRANSFER_H

#include "lib/Ranges/Interval.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::ranges {

/// One result of an op, and what is known of its operands.
struct Reading {
  OpResult result;
  Format format; ///< of the result
  llvm::function_ref<const Range &(Value)> of;

  Operation *op() const { return result.getOwner(); }
  Value operand(unsigned i) const { return op()->getOperand(i); }
  const Range &operator[](unsigned i) const { return of(operand(i)); }
};

using TransferFunction = Range (*)(const Reading &);

/// Returns the transfer function of an op; null if its results are unknown.
TransferFunction lookupTransfer(Operation *op);

namespace transfer {
// Moves.cpp: values as they are, or one of several.
Range first(const Reading &reading);
Range same(const Reading &reading);
Range any(const Reading &reading);
Range firstTwo(const Reading &reading);
Range lastTwo(const Reading &reading);
Range uniform(const Reading &reading);
Range sameOrZero(const Reading &reading);
Range clampBetween(const Reading &reading);
Range clampBehind(const Reading &reading);
Range maximumOf(const Reading &reading);
Range minimumOf(const Reading &reading);
Range maximumOrOther(const Reading &reading);
Range minimumOrOther(const Reading &reading);
Range signedMaximumOf(const Reading &reading);
Range signedMinimumOf(const Reading &reading);
Range oneOfMany(const Reading &reading);
Range converted(const Reading &reading);
Range convertedSigned(const Reading &reading);
Range convertedToNearest(const Reading &reading);
Range convertedUnsigned(const Reading &reading);
Range reducedPrecision(const Reading &reading);
Range top(const Reading &reading);
Range bitcast(const Reading &reading);

// Arithmetic.cpp
Range sumOf(const Reading &reading);
Range difference(const Reading &reading);
Range product(const Reading &reading);
Range quotient(const Reading &reading);
Range remainder(const Reading &reading);
Range negated(const Reading &reading);
Range magnitude(const Reading &reading);
Range squared(const Reading &reading);
Range reciprocal(const Reading &reading);
Range sign(const Reading &reading);
Range floorOf(const Reading &reading);
Range ceilOf(const Reading &reading);
Range roundOf(const Reading &reading);
Range power(const Reading &reading);

// Functions.cpp
Range exponential(const Reading &reading);
Range exponentialMinusOne(const Reading &reading);
Range exponentialOfTwo(const Reading &reading);
Range logarithm(const Reading &reading);
Range logarithmOfTwo(const Reading &reading);
Range logarithmOfTen(const Reading &reading);
Range logarithmPlusOne(const Reading &reading);
Range logistic(const Reading &reading);
Range hyperbolicTangent(const Reading &reading);
Range squareRoot(const Reading &reading);
Range inverseRoot(const Reading &reading);
Range cubeRoot(const Reading &reading);
Range wave(const Reading &reading);
Range errorFunction(const Reading &reading);
Range errorComplement(const Reading &reading);
Range arcTangent(const Reading &reading);
Range arcTangentOfTwo(const Reading &reading);
Range arcSine(const Reading &reading);
Range arcCosine(const Reading &reading);
Range hyperbolicSine(const Reading &reading);
Range hyperbolicCosine(const Reading &reading);
Range arcHyperbolicSine(const Reading &reading);
Range arcHyperbolicCosine(const Reading &reading);

// Integers.cpp
Range truth(const Reading &reading);
Range conjunction(const Reading &reading);
Range disjunction(const Reading &reading);
Range shiftRight(const Reading &reading);
Range bitCount(const Reading &reading);

// Constants.cpp
Range constant(const Reading &reading);
Range counter(const Reading &reading);

// Sums.cpp
Range reduction(const Reading &reading);
Range window(const Reading &reading);
Range scattered(const Reading &reading);
Range windowScattered(const Reading &reading);
Range contraction(const Reading &reading);
Range summed(const Reading &reading);
Range biasedContraction(const Reading &reading);

/// A row for floats alone: on integers the op has operands that shift or scale.
template <TransferFunction function> Range onFloats(const Reading &reading) {
  return reading.format.isInteger ? Range() : function(reading);
}
} // namespace transfer
} // namespace mlir::amp::ranges

#endif // LIB_RANGES_TRANSFER_H
