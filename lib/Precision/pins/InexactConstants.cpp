// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// multiply %x, -1.12837917   ==>   not low: bf16 has -1.125
//
// A rounded constant has the same relative error in all elements and steps, so
// sums do not average it out, unlike rounding errors of data. The derivative of
// erf in GELU is 0.3 % too small with -1.125.
#include "lib/OpModel/Kinds.h"
#include "lib/Precision/pins/Pins.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Tolerated relative rounding error of a constant: half of the largest in
/// bf16. f16 exceeds it only for subnormal numbers.
constexpr double tolerance = 1.0 / 512;

/// Returns true if `value` is a splat constant that `format` rounds beyond the
/// tolerance. Constants of f32 subnormals count by the largest, because their
/// range includes zero: devices may flush them.
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
