// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Degree of the results of an op, from the degrees of its operands: one rule
// per op.
#ifndef LIB_SCALING_DEGREES_DEGREERULES_H
#define LIB_SCALING_DEGREES_DEGREERULES_H

#include "lib/Scaling/degrees/Degree.h"

namespace mlir::amp::scaling {

/// An op with the degrees of its operands.
struct DegreeRuleContext {
  Operation *op;
  llvm::function_ref<Degree(Value)> of;
  llvm::function_ref<void(unsigned)> leak;
  /// Returns whether region `number`, entered with arguments of this degree,
  /// yields floats of this degree and has no leak.
  llvm::function_ref<bool(unsigned, Degree)> keeps;
  /// Operand that the rule is applied to, for an op with one independent result
  /// per operand; all operands if unset.
  std::optional<unsigned> only = {};

  Degree operator[](unsigned i) const { return of(op->getOperand(i)); }

  /// Returns the common degree of all float operands from `first` on; unscaled
  /// if there are none. Operands of different degrees leak.
  Degree join(unsigned first = 0) const;
  Degree leakAll(unsigned first = 0) const;
};

/// Computes the degree of the float results. Integers and predicates have no
/// degree of their own: every rule keeps them as in the step without scaling.
using DegreeRule = Degree (*)(const DegreeRuleContext &);

/// Returns the rule of an op, by its name, else by its class. Ops without a
/// rule are treated as nonlinear: their operands leak.
DegreeRule lookupDegreeRule(Operation *op);

/// Leaks every operand.
Degree nonlinearDegree(const DegreeRuleContext &reading);

/// Returns whether `op` may detect values that are not finite and so hide them:
/// is_finite(x), x != x, x == inf, or x > y in select(x > y, x, z).
bool testsNonFinite(Operation *op);

/// Returns the degree of a sum of both; nullopt if they differ and none is
/// "any".
std::optional<Degree> join(Degree a, Degree b);

/// Returns whether result i of `op` depends on operand i only, as in a
/// collective of several tensors.
bool isPerOperand(Operation *op);

/// Returns whether values of this type can have the scale as a factor.
bool isScalable(Type type);

/// Returns whether the analysis tracks values of this type: floats, complex
/// numbers and integers, but no tuples, tokens, futures or quantized numbers.
bool isTracked(Type type);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_DEGREES_DEGREERULES_H
