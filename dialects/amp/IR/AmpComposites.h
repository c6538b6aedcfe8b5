// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPCOMPOSITES_H
#define DIALECTS_AMP_IR_AMPCOMPOSITES_H

#include "mlir/IR/DialectInterface.h"

namespace mlir::amp {

/// Interface of a StableHLO dialect whose composites are verified as marks when
/// they are parsed, for language servers. Without it, the first pass that
/// converts marks reports the same errors: composites of any name are valid
/// StableHLO.
struct VerifiesMarks : DialectInterface::Base<VerifiesMarks> {
  explicit VerifiesMarks(Dialect *dialect) : Base(dialect) {}
};

} // namespace mlir::amp

#endif // DIALECTS_AMP_IR_AMPCOMPOSITES_H
