// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// and(i, 255)   ==>   between 0 and 255
#include "lib/Ranges/Transfer.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

static Range whole(double lo, double hi) {
  Range range = between(lo, hi);
  range.isInteger = true;
  return range;
}

/// Returns the largest number of a signless type, read as unsigned.
static double mostBits(const TransferInput &reading) {
  Type type = getElementTypeOrSelf(reading.result.getType());
  return type.isIndex() ? reading.format.largest
                        : std::ldexp(1, type.getIntOrFloatBitWidth()) - 1;
}

/// Predicate: 0 or 1.
Range transfer::truth(const TransferInput &) { return whole(0, 1); }

/// Bitwise and: no larger than an operand that is not negative.
Range transfer::conjunction(const TransferInput &reading) {
  const Range &a = reading[0], &b = reading[1];
  if (a.lo < 0 && b.lo < 0)
    return {};
  return whole(0, a.lo < 0   ? b.hi
                  : b.lo < 0 ? a.hi
                             : std::min<double>(a.hi, b.hi));
}

/// Bitwise or: at least the larger operand, and at most the sum.
Range transfer::disjunction(const TransferInput &reading) {
  const Range &a = reading[0], &b = reading[1];
  if (a.lo < 0 || b.lo < 0)
    return {};
  return whole(std::max<double>(a.lo, b.lo), a.hi + b.hi);
}

/// Logical shift, which shifts in zeros: a negative operand counts as unsigned.
Range transfer::shiftRight(const TransferInput &reading) {
  const Range &a = reading[0], &places = reading[1];
  double most = a.lo < 0 ? mostBits(reading) : a.hi;
  if (places.lo < 0)
    return {};
  return whole(
      0, std::floor(std::ldexp(
             most, -static_cast<int>(std::min<double>(places.lo, 64.0)))));
}

Range transfer::bitCount(const TransferInput &reading) { return whole(0, 64); }
