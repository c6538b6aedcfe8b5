// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that attributes and ops of this dialect share.
#ifndef DIALECTS_SDY_IR_SDYVERIFY_H
#define DIALECTS_SDY_IR_SDYVERIFY_H

#include "dialects/sdy/IR/Sdy.h"

namespace mlir::amp::sdy {

/// Starts an error message that names the verified value.
using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// Verifies that `sharding` is valid for a value of `type` at `op`.
LogicalResult verifySharding(TensorShardingAttr sharding, Type type,
                             Operation *op, EmitError emitError);

/// Verifies one sharding for each of `types`. Messages name values "`kind` 0"
/// etc.
LogicalResult verifyShardings(TensorShardingPerValueAttr shardings,
                              TypeRange types, Operation *op, StringRef kind);

/// Verifies the mappings of `rule` for each dimension of each operand and
/// result.
LogicalResult verifyRule(OpShardingRuleAttr rule, Operation *op);

} // namespace mlir::amp::sdy

#endif // DIALECTS_SDY_IR_SDYVERIFY_H
