// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_JSONFILE_H
#define LIB_REPORT_JSONFILE_H

#include "mlir/IR/Attributes.h"
#include "llvm/Support/JSON.h"
#include <system_error>

namespace mlir::amp::report {

/// Replaces the contents of the file `path` by the output of `print`, or leaves
/// the file unchanged on failure (AtomicOutput).
std::error_code writeFile(llvm::StringRef path,
                          llvm::function_ref<void(llvm::raw_ostream &)> print);

/// Writes a builtin attribute as JSON: dictionaries, arrays, strings, numbers,
/// bools, locations as text; null for no attribute.
void writeJson(llvm::json::OStream &json, Attribute attr);

} // namespace mlir::amp::report

#endif // LIB_REPORT_JSONFILE_H
