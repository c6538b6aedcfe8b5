// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that attributes and ops of this dialect share.
#ifndef DIALECTS_SDY_IR_SDYVERIFY_H
#define DIALECTS_SDY_IR_SDYVERIFY_H

#include "dialects/sdy/IR/Sdy.h"

namespace mlir::amp::sdy {

/// Starts an error whose text says which value it speaks of.
using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// `sharding` fits a value of `type` at `op`.
LogicalResult verifySharding(TensorShardingAttr sharding, Type type,
                             Operation *op, EmitError emitError);

/// One fitting sharding for each of `types`, called "`kind` 0" and so on.
LogicalResult verifyShardings(TensorShardingPerValueAttr shardings,
                              TypeRange types, Operation *op, StringRef kind);

/// `rule` has a mapping for each dimension of each operand and result of `op`.
LogicalResult verifyRule(OpShardingRuleAttr rule, Operation *op);

} // namespace mlir::amp::sdy

#endif // DIALECTS_SDY_IR_SDYVERIFY_H
