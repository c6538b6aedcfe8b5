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

/// Of the bits of a number whose type does not say its sign.
static double mostBits(const Reading &reading) {
  Type type = getElementTypeOrSelf(reading.result.getType());
  return type.isIndex() ? reading.format.largest
                        : std::ldexp(1, type.getIntOrFloatBitWidth()) - 1;
}

/// Yes or no.
Range transfer::truth(const Reading &) { return whole(0, 1); }

/// Fewer bits than either has.
Range transfer::conjunction(const Reading &reading) {
  const Range &a = reading[0], &b = reading[1];
  if (a.lo < 0 && b.lo < 0)
    return {};
  return whole(0, a.lo < 0   ? b.hi
                  : b.lo < 0 ? a.hi
                             : std::min<double>(a.hi, b.hi));
}

/// No fewer bits than either has, and no more than both.
Range transfer::disjunction(const Reading &reading) {
  const Range &a = reading[0], &b = reading[1];
  if (a.lo < 0 || b.lo < 0)
    return {};
  return whole(std::max<double>(a.lo, b.lo), a.hi + b.hi);
}

/// Zeros come in from above.
Range transfer::shiftRight(const Reading &reading) {
  const Range &a = reading[0], &places = reading[1];
  double most = a.lo < 0 ? mostBits(reading) : a.hi;
  if (places.lo < 0)
    return {};
  return whole(
      0, std::floor(std::ldexp(
             most, -static_cast<int>(std::min<double>(places.lo, 64.0)))));
}

Range transfer::bitCount(const Reading &reading) { return whole(0, 64); }
