// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_JSONFILE_H
#define LIB_REPORT_JSONFILE_H

#include "mlir/IR/Attributes.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace mlir::amp {

/// Writes what `print` prints to the file `path`, which is either complete or
/// as it was: a temporary beside it takes its name at the end. What is no
/// regular file is written directly.
llvm::Error writeFile(llvm::StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> print);

/// A builtin attribute as JSON: dictionaries, arrays, strings, numbers, bools,
/// locations as text; no attribute is null.
void writeJson(llvm::json::OStream &json, Attribute attr);

} // namespace mlir::amp

#endif // LIB_REPORT_JSONFILE_H
