// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NumPy's format for one array:
//
//   \x93NUMPY 1 0 length
//   {'descr': '<f4', 'fortran_order': False, 'shape': (2,)} padding \n data
#ifndef TOOLS_RUN_ARRAYS_NPY_H
#define TOOLS_RUN_ARRAYS_NPY_H

#include "tools/amp-run/Arrays/Arrays.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlir::amp::runner {

constexpr llvm::StringRef npyMagic = "\x93NUMPY";

/// Reads up to the given number of bytes; returns the number of bytes read.
using ReadBytes =
    llvm::function_ref<llvm::Expected<uint64_t>(char *, uint64_t)>;

/// Reads one array from header to end. Errors do not name the array.
llvm::Expected<Array> readNpy(ReadBytes read);

/// Returns the header that precedes an array's data.
std::string writeNpyHeader(const Array &array);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_NPY_H
