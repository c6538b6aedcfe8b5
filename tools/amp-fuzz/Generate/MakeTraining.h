// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One training step under construction.
#ifndef TOOLS_FUZZ_GENERATE_MAKETRAINING_H
#define TOOLS_FUZZ_GENERATE_MAKETRAINING_H

#include "Generate/Generator.h"

namespace mlir::amp::fuzz {

inline RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

NamedAttribute contracting(Generator &g, int a, int b);

/// State of the step: a parameter, optimizer state, or another state.
struct State {
  Value old, updated;
  StringRef kind;
};

/// One training step under construction.
struct Step {
  Generator &g;
  bool isComposite;
  SmallVector<Value> parameters, forward, backward;
  SmallVector<State> states;

  explicit Step(Generator &g) : g(g), isComposite(g.random.chance(50)) {}

  SmallVector<Value> mark(StringRef name, ValueRange operands, unsigned results,
                          ArrayRef<NamedAttribute> extra = {});
  Value rawArgument(RankedTensorType type);
  Value apply(StringRef name, ValueRange operands) {
    return g.make1(name, operands, operands[0].getType());
  }
  Value like(Value x, double number) { return g.splat(typeOf(x), number); }
  Value totalOf(Value x, StringRef combiner = "stablehlo.add");
  Value toLike(Value scalar, Value x) {
    return typeOf(x).getRank() == 0
               ? scalar
               : g.broadcastScalar(scalar, typeOf(x).getShape());
  }
  Value compare(StringRef direction, Value a, Value b) {
    return g.make1(
        "stablehlo.compare", {a, b}, typeOf(a).clone(g.i1()),
        g.parsed("comparison_direction",
                 ("#stablehlo<comparison_direction " + direction + ">").str()));
  }
  void drawForward();
  Value forwardLike(Value gradient);
  Value masked(Value gradient);
  Value accumulated(Value gradient);
  Value linearStep(Value gradient, int64_t choice);
  Value otherStep(Value gradient, int64_t choice);
  Value backwardStep(Value gradient);
  Value gradientOf(Value parameter);
  Value clip(Value gradient, ArrayRef<Value> all);
  void update(Value parameter, Value gradient);
  void otherStates();
  void build();
};

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_GENERATE_MAKETRAINING_H
