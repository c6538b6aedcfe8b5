// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Degree of the results of an op, from the degrees of its operands: one rule
// per op.
#ifndef LIB_SCALING_DEGREES_DEGREERULES_H
#define LIB_SCALING_DEGREES_DEGREERULES_H

#include "lib/Scaling/degrees/Degree.h"

namespace mlir::amp::scaling {

/// An op with the degrees of its operands.
struct DegreeReading {
  Operation *op;
  llvm::function_ref<Degree(Value)> of;
  llvm::function_ref<void(unsigned)> leak;
  /// Returns whether region `number`, entered with arguments of this degree,
  /// yields floats of this degree and has no leak.
  llvm::function_ref<bool(unsigned, Degree)> keeps;
  /// Operand that the rule is about, of an op whose operands have a result each
  /// and do not meet; all of them, if there is none.
  std::optional<unsigned> only = {};

  Degree operator[](unsigned i) const { return of(op->getOperand(i)); }

  /// Returns the one degree of all float operands from `first` on; unscaled if
  /// there are none. Operands of different degrees leak.
  Degree join(unsigned first = 0) const;
  Degree leakAll(unsigned first = 0) const;
};

/// Computes the degree of the float results. Integers and predicates have no
/// degree of their own: every rule keeps them as in the step without scaling.
using DegreeRule = Degree (*)(const DegreeReading &);

/// Returns the rule of an op, by its name, else by its class. Ops without a
/// rule are taken for not linear: their operands leak.
DegreeRule lookupDegreeRule(Operation *op);

/// Leaks every operand.
Degree nonlinearDegree(const DegreeReading &reading);

/// Returns whether `op` may tell a value that is not finite from others and so
/// hide it: is_finite(x), x != x, x == inf, or x > y in select(x > y, x, z).
bool testsNonFinite(Operation *op);

/// Returns the degree that two values of one degree share; none if they differ.
std::optional<Degree> join(Degree a, Degree b);

/// Returns whether operand i of `op` has result i for itself, as in a sum of
/// several tensors over devices.
bool isPerOperand(Operation *op);

/// Returns whether values of this type can have the scale as a factor.
bool isScalable(Type type);

/// Returns whether the analysis knows the parts of such values: floats, complex
/// numbers and integers, but no tuples, tokens, futures or quantized numbers.
bool isTracked(Type type);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_DEGREES_DEGREERULES_H
