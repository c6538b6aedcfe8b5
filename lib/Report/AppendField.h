// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_APPENDFIELD_H
#define LIB_REPORT_APPENDFIELD_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::report {

/// Appends a field to the report in `file`. A file that cannot be read back,
/// such as a pipe, stays without the field. Emits an error on failure.
LogicalResult appendField(ModuleOp module, StringRef file, StringRef name,
                          Attribute value);

} // namespace mlir::amp::report

#endif // LIB_REPORT_APPENDFIELD_H
