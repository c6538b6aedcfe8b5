// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPCOMPOSITES_H
#define DIALECTS_AMP_IR_AMPCOMPOSITES_H

#include "mlir/IR/DialectInterface.h"

namespace mlir::amp {

/// Dialect interface that makes StableHLO verify composites as marks at parse
/// time, for language servers. Without it, the first pass that converts marks
/// reports the same errors, because composites of any name are valid StableHLO.
struct VerifiesMarks : DialectInterface::Base<VerifiesMarks> {
  explicit VerifiesMarks(Dialect *dialect) : Base(dialect) {}
};

} // namespace mlir::amp

#endif // DIALECTS_AMP_IR_AMPCOMPOSITES_H
