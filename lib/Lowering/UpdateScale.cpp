// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %s, %t = amp.update_scale %scale, %tracker if %found by <dynamic>
//   ==>   %count = add %tracker, 1;  %full = compare GE, %count, 2000
//         %grown = multiply %scale, 2.0        // if finite, else %scale
//         %s = select %found, multiply %scale, 0.5,
//                             select %full, %grown, %scale
//         %t = select %found, 0, select %full, 0, %count
#include "lib/Lowering/UpdateScale.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
/// Values of one step; each is a scalar.
struct Step {
  Step(GraphBuilder &b, UpdateScaleOp update)
      : b(b), scaler(update.getScaler()), states(update.getState()),
        found(update.getFoundInf()) {}

  Value state(StringRef role) { return states[scaler.findState(role)]; }
  void set(StringRef role, Value value) {
    states[scaler.findState(role)] = value;
  }
  Value number(int32_t value) {
    return b.scalar(b.builder.getI32IntegerAttr(value));
  }
  Value both(Value x, Value y) { return b.apply("and", {x, y}); }

  void count();
  void wait();
  void move();

  GraphBuilder &b;
  ScalerAttr scaler;
  SmallVector<Value> states;
  Value found;   // this step overflowed
  Value full;    // the growth interval ends, without overflow
  Value reduces; // the scale is reduced
};
} // namespace

/// Updates the growth tracker, and computes `full`.
void Step::count() {
  bool longer = scaler.getWindowOffset() == WindowOffset::every;
  int32_t start = scaler.getWindowOffset() == WindowOffset::first ? -1 : 0;
  Value next = b.apply("add", {state("growth_tracker"), number(1)});
  full = b.compare("GE", next, number(scaler.getInterval() + longer));
  Value good = b.select(full, number(0), next);
  set("growth_tracker", b.select(found, number(start), good));
}

/// Updates the counters that delay a reduction of the scale, and computes
/// `reduces`.
void Step::wait() {
  reduces = found;
  if (int32_t most = scaler.getDecrEveryN(); most > 1) {
    Value bad = b.apply("add", {state("bad_steps"), number(1)});
    Value enough = b.compare("GE", bad, number(most));
    reduces = both(found, enough);
    Value kept = both(found, b.apply("not", enough));
    set("bad_steps", b.select(kept, bad, number(0)));
  }
  if (int32_t most = scaler.getHysteresis(); most > 1) {
    Value left = state("hysteresis");
    Value patient = b.compare("GT", left, number(1));
    reduces = both(found, b.apply("not", patient));
    Value less = b.apply("subtract", {left, number(1)});
    Value good = number(most);
    if (scaler.getRefill() == Refill::on_growth)
      good = b.select(full, good, left);
    set("hysteresis", b.select(found, b.select(patient, less, left), good));
  }
}

void Step::move() {
  StringRef role = scaler.getDelay() ? "next_scale" : "scale";
  Value scale = state(role);
  Value floor = b.scalar(scaler.getMin());
  Value reduced = b.apply("multiply", {scale, b.scalar(scaler.getBackoff())});
  if (!scaler.getMin().getValue().isZero())
    reduced = b.apply("maximum", {reduced, floor});
  Value grown = b.apply("multiply", {scale, b.scalar(scaler.getGrowth())});
  if (scaler.getMax().getValue().isFinite()) {
    grown = b.apply("minimum", {grown, b.scalar(scaler.getMax())});
  } else {
    Value finite = b.create("is_finite", found.getType(), grown)->getResult(0);
    grown = b.select(finite, grown, scale);
  }
  if (scaler.getAtMin() == AtMin::error) {
    Value below = both(reduces, b.compare("LE", scale, floor));
    set("at_min", b.apply("or", {state("at_min"), below}));
  }
  Value kept = b.select(found, scale, b.select(full, grown, scale));
  if (scaler.getDelay())
    set("scale", scale);
  set(role, b.select(reduces, reduced, kept));
}

SmallVector<Value> amp::lowering::buildUpdate(GraphBuilder &build,
                                              UpdateScaleOp update) {
  if (update.getScaler().isStatic())
    return {};
  Step step(build, update);
  step.count();
  step.wait();
  step.move();
  return step.states;
}
