// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_MEASURE_H
#define LIB_REPORT_MEASURE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// Everything that a report says about a module as a whole, as a dictionary
/// that a module can carry from one pass to another.
DictionaryAttr measure(ModuleOp module);

} // namespace mlir::amp

#endif // LIB_REPORT_MEASURE_H
