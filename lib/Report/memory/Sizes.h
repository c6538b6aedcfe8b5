// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_MEMORY_SIZES_H
#define LIB_REPORT_MEMORY_SIZES_H

#include "mlir/IR/Types.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace mlir::amp::report {

/// Bytes of a value in memory, a bool in one byte; 0 if the size is not known
/// or the type is not numeric.
double bytesOf(Type type);

/// "80GiB", "1.5 GB", "4096": a number and a unit, B if there is none; KB, MB,
/// GB and TB are powers of 1000, KiB to TiB of 1024. None for anything else and
/// for what is not above zero.
std::optional<double> parseBytes(llvm::StringRef text);

/// "1.50 GiB".
void printBytes(llvm::raw_ostream &os, double bytes);

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_SIZES_H
