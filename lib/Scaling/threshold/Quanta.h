// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of weights that are integers times a scale, as StableHLO ops.
#ifndef LIB_SCALING_THRESHOLD_QUANTA_H
#define LIB_SCALING_THRESHOLD_QUANTA_H

#include "lib/OpModel/GraphBuilder.h"
#include "lib/Scaling/threshold/Parameters.h"

namespace mlir::amp::scaling {

class Quanta {
public:
  Quanta(OpBuilder &builder, Location loc, const Parameter &parameter,
         const ThresholdSpec &spec);

  /// Broadcasts the scale to all elements.
  Value spread(Value scale);
  /// Returns an f32 value of the parameter's type, to be replaced.
  Value placeholder();

  /// Returns count * scale.
  Value dequantize(Value count, Value scale);

  struct Carried {
    Value count, accumulator, scale;
  };
  /// Moves whole quanta from the accumulator to the integers.
  Carried move(Value count, Value accumulator, Value scale);
  /// Returns the accumulator minus `steps` quanta, and the scale. The returned
  /// count holds the steps, not an integer of the weight.
  Carried take(Value accumulator, Value scale, Value steps);
  /// Returns the number of whole quanta in the accumulator, with its sign, i32.
  Value wholeQuanta(Value accumulator, Value scale);
  /// Returns the initial state of a parameter.
  Carried init(Value weight);
  /// Returns the number of elements that differ, i32.
  Value countMoved(Value before, Value after);

  Value number(double value) {
    return graph.scalar(graph.builder.getF32FloatAttr(value));
  }

  GraphBuilder graph;

private:
  /// Integer of a weight whose accumulator is infinite or NaN.
  static constexpr int8_t notFinite = -128;

  Value initialScale(Value weight);
  Value clamp(Value x, TypedAttr least, TypedAttr most);
  Value clampCount(Value count);
  Value toInteger(Value x);
  Value store(Value count, Value accumulator);
  /// Returns the scale, or NaN if an integer of its channel is `notFinite`.
  Value poison(Value scale, Value stored);
  Value reduce(StringRef name, Value x, Value init);
  Value bits(uint32_t value, Value like);

  const Parameter &parameter;
  const ThresholdSpec &spec;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THRESHOLD_QUANTA_H
