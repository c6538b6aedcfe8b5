// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// multiply %x, -1.12837917   ==>   not low: bf16 has -1.125
//
// A rounded constant is wrong by the same share in all elements and steps, so
// no sum averages the error out, as it does with those of rounded data. The
// derivative of erf, which GELU has, is 0.3 % too small with -1.125.
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/pins/Pins.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Share of a constant that rounding may change: half of what bf16 changes at
/// most. f16 exceeds it below its least normal number alone.
constexpr double tolerance = 1.0 / 512;

/// Returns true if `value` is one number everywhere, which `format` changes, or
/// has subnormal ones of which it changes the largest: their range includes
/// zero, to which devices may flush them.
static bool changes(const Range &value, FloatType format) {
  constexpr double leastNormal = std::numeric_limits<float>::min();
  if (!value.isConstant ||
      (value.lo != value.hi && value.most() >= leastNormal))
    return false;
  double number = value.hi == value.most() ? value.hi : value.lo;
  APFloat rounded(number);
  bool loses;
  rounded.convert(format.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &loses);
  double error = rounded.convertToDouble() - number;
  return std::abs(error) > tolerance * std::abs(number);
}

void amp::precision::pinInexactConstants(PinState &state) {
  static constexpr KindSet arithmetic = {OpKind::add, OpKind::divide,
                                         OpKind::multiply, OpKind::subtract};
  for (SlotNode &node : state.graph.nodes)
    if (!node.isForced && arithmetic.contains(namedKindOf(node.op)) &&
        llvm::any_of(node.op->getOperands(), [&](Value operand) {
          return changes(state.ranges.of(operand), state.compute);
        }))
      pin(node, ReasonKind::structure, "16 bits change its constant");
}
