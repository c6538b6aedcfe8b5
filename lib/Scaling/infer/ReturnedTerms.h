// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFER_RETURNEDTERMS_H
#define LIB_SCALING_INFER_RETURNEDTERMS_H

#include "lib/Scaling/infer/Roles.h"
#include "lib/Scaling/infer/Updates.h"

namespace mlir::amp::scaling {

/// A value from which elementwise ops compute a result.
struct ReturnedTerm {
  unsigned result, term;
};

/// Returns candidates for gradients that are returned modified: terms of
/// results that are clipped by a scalar computed from such terms, or added to
/// an argument without other uses. Each result has the type of another argument
/// that it is computed from, as a gradient has the type of its parameter.
SmallVector<ReturnedTerm>
listReturnedTerms(const StepGraph &graph, const ArgumentDependence &dependence,
                  const Updates &updates, const Roles &roles);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_RETURNEDTERMS_H
