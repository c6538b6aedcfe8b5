// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_MEMORY_SIZES_H
#define LIB_REPORT_MEMORY_SIZES_H

#include "mlir/IR/Types.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace mlir::amp::report {

/// Returns the bytes of a value in memory, with one byte per bool; 0 for
/// dynamic shapes and non-numeric types.
double bytesOf(Type type);

/// Parses "80GiB", "1.5 GB", "4096": a number and a unit, B by default. KB, MB,
/// GB and TB are powers of 1000, KiB to TiB of 1024. None for other text and
/// for sizes that are not positive.
std::optional<double> parseBytes(llvm::StringRef text);

/// Prints bytes, for example "1.50 GiB".
void printBytes(llvm::raw_ostream &os, double bytes);

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_SIZES_H
