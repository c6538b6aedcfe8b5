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

/// Candidates for gradients that are not returned as they are: terms of results
/// that are clipped, by a scalar that is computed from such terms, or added to
/// an argument that nothing else reads. A result has the type of another
/// argument that it is computed from, as a gradient has that of its parameter.
SmallVector<ReturnedTerm> listReturnedTerms(const StepGraph &graph,
                                            const Origins &origins,
                                            const Updates &updates,
                                            const Roles &roles);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_RETURNEDTERMS_H
