// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_PROBES_H
#define TOOLS_AMP_RUN_CHECK_PROBES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp {

/// After `value` is made, the program shows it: it calls a function of the
/// process with `index` and the value's descriptor. Declares it in `module`.
void addProbe(Value value, int64_t index, ModuleOp module);

/// What addProbe declares in `module`, one function per type of value: all are
/// `showValue`.
llvm::StringMap<void *> probeFunctions(ModuleOp module, void *showValue);

} // namespace mlir::amp

#endif // TOOLS_AMP_RUN_CHECK_PROBES_H
