// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NumPy's format for one array:
//
//   \x93NUMPY 1 0 length {'descr': '<f4', 'fortran_order': False, 'shape':
//   (2,)} padding \n data
#ifndef TOOLS_RUN_ARRAYS_NPY_H
#define TOOLS_RUN_ARRAYS_NPY_H

#include "tools/amp-run/Arrays/Arrays.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlir::amp::runner {

constexpr llvm::StringRef npyMagic = "\x93NUMPY";

/// Reads up to so many bytes to a place, and says how many there were.
using ReadBytes =
    llvm::function_ref<llvm::Expected<uint64_t>(char *, uint64_t)>;

/// One array from its header to the end. Errors do not say which array it is.
llvm::Expected<Array> readNpy(ReadBytes read);

/// Returns the header in front of an array's data.
std::string writeNpyHeader(const Array &array);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_NPY_H
