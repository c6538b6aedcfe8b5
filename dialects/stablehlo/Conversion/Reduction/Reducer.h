// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body with which a reduction combines elements.
#ifndef DIALECTS_STABLEHLO_CONVERSION_REDUCTION_REDUCER_H
#define DIALECTS_STABLEHLO_CONVERSION_REDUCTION_REDUCER_H

#include "dialects/stablehlo/Conversion/Structured.h"

namespace mlir::amp::stablehlo {

class Reducer {
public:
  /// `body` reduces elements of `inputs` into accumulators with initial values
  /// `inits`. The types in the body may be wider than both.
  Reducer(Region &body, TypeRange inputs, TypeRange inits);

  using Step = SmallVector<Value> (Reducer::*)(ImplicitLocOpBuilder &,
                                               ValueRange, ValueRange) const;
  /// Returns the body of a linalg.generic whose first operands are the inputs
  /// and whose outputs are accumulators. `step` is combine or fold.
  std::function<void(OpBuilder &, Location, ValueRange)>
  bodyOf(Step step) const;
  /// Emits the outputs of such a linalg.generic, in the shapes of `results`.
  /// Each element is the initial value, a 0-d tensor.
  SmallVector<Value> fillInits(ImplicitLocOpBuilder &builder, ValueRange values,
                               TypeRange results,
                               const TypeConverter &types) const;

  /// Converts initial value `i` to the type in the body.
  Value first(ImplicitLocOpBuilder &builder, unsigned i, Value init) const;
  /// Emits body(folded, elements).
  SmallVector<Value> combine(ImplicitLocOpBuilder &builder, ValueRange folded,
                             ValueRange elements) const;
  /// Emits the same in any order, as reductions allow: a single float add or
  /// multiply gets the fastmath flag `reassoc`.
  SmallVector<Value> fold(ImplicitLocOpBuilder &builder, ValueRange folded,
                          ValueRange elements) const;

private:
  Region &body;
  SmallVector<Type> inputs, inits;
};

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_REDUCTION_REDUCER_H
