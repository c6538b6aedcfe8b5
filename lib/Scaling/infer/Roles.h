// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// User hints for ambiguous structure, as `amp.role`: "seed" on an op or
// argument; "gradient", "loss" or "metric" on a result.
#ifndef LIB_SCALING_INFER_ROLES_H
#define LIB_SCALING_INFER_ROLES_H

#include "lib/Scaling/infer/StepGraph.h"

namespace mlir::amp::scaling {

struct Roles {
  explicit Roles(const StepGraph &graph);

  bool isGradient(unsigned result) const;
  /// Returns whether a role states that the result is neither gradient nor
  /// state.
  bool isOther(unsigned result) const;

  SmallVector<unsigned> seeds;             ///< values
  SmallVector<unsigned> gradients, others; ///< results
  std::optional<unsigned> loss;
};

/// Erases these roles, which marks replace.
void eraseRoles(FunctionOpInterface function);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_ROLES_H
