// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model of `#amp.scaler`, and an evaluator for the ops of an update.
#ifndef LIB_VERIFY_SCALING_SCALERMODEL_H
#define LIB_VERIFY_SCALING_SCALERMODEL_H

#include "lib/Verify/scaling/GuardCheck.h"

namespace mlir::amp::verify {

/// A 0-d value of f32, i32 or i1.
struct Scalar {
  float f = 0;
  int32_t i = 0;
  bool b = false;

  bool operator==(const Scalar &o) const {
    return f == o.f && i == o.i && b == o.b;
  }
};

/// Returns the initial state of the scaler, by slot (`rolesOf`).
SmallVector<Scalar> initialState(ScalerAttr scaler);

/// Returns the state after a step, as documented for `amp.update_scale`.
SmallVector<Scalar> nextState(ScalerAttr scaler, ArrayRef<Scalar> state,
                              bool overflow);

/// Returns the value of a scalar constant; none for other values.
std::optional<Scalar> scalarOf(Value value);

/// Evaluates the update of one group for states at all of its thresholds, and
/// compares the results with `nextState`.
LogicalResult checkUpdate(Scales &scales, unsigned group, Verdicts &verdicts,
                          GuardCheck &guards);

/// Checks the values, roles and names that NAME_init_scaler returns.
LogicalResult checkInitialState(FunctionOpInterface function, Scales &scales);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_SCALERMODEL_H
