// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that a reduction folds its elements with.
#ifndef DIALECTS_STABLEHLO_CONVERSION_REDUCTION_REDUCER_H
#define DIALECTS_STABLEHLO_CONVERSION_REDUCTION_REDUCER_H

#include "dialects/stablehlo/Conversion/Structured.h"

namespace mlir::amp::stablehlo {

class Reducer {
public:
  /// `body` folds elements of `inputs` into values that begin as `inits`; its
  /// own types may be wider than both.
  Reducer(Region &body, TypeRange inputs, TypeRange inits);

  using Step = SmallVector<Value> (Reducer::*)(ImplicitLocOpBuilder &,
                                               ValueRange, ValueRange) const;
  /// Body of a linalg.generic whose first operands are the inputs and whose
  /// outputs are folded: `step` is combine or fold.
  std::function<void(OpBuilder &, Location, ValueRange)>
  bodyOf(Step step) const;
  /// Such outputs, of the shapes of `results`: each element is the initial
  /// value, which is a tensor without dimensions.
  SmallVector<Value> fillInits(ImplicitLocOpBuilder &builder, ValueRange values,
                               TypeRange results,
                               const TypeConverter &types) const;

  /// Initial value `i` in the body's type.
  Value first(ImplicitLocOpBuilder &builder, unsigned i, Value init) const;
  /// body(folded, elements).
  SmallVector<Value> combine(ImplicitLocOpBuilder &builder, ValueRange folded,
                             ValueRange elements) const;
  /// The same where the order is open, as that of reductions is: one float sum
  /// or product then says that it may be taken in any.
  SmallVector<Value> fold(ImplicitLocOpBuilder &builder, ValueRange folded,
                          ValueRange elements) const;

private:
  Region &body;
  SmallVector<Type> inputs, inits;
};

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_REDUCTION_REDUCER_H
