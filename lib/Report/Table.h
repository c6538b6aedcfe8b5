// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_TABLE_H
#define LIB_REPORT_TABLE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::amp::report {

/// Prints the results of `measure` for a module as text; `before` may be null.
void printTotals(llvm::raw_ostream &os, DictionaryAttr before,
                 DictionaryAttr after);

} // namespace mlir::amp::report

#endif // LIB_REPORT_TABLE_H
