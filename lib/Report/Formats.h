// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_FORMATS_H
#define LIB_REPORT_FORMATS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::report {

/// The element types of the first floats that an op reads and makes; null if it
/// reads or makes none.
struct Formats {
  static Formats of(Operation *op);

  FloatType read, made;
  bool operator==(const Formats &other) const {
    return read == other.read && made == other.made;
  }
  /// "bf16" or, where they differ, "bf16 in, f32 out".
  std::string inWords() const;
};

/// Writes what is a pass's product, not a diagnostic of it, in one piece, so
/// that it does not mix with what other threads write.
void printOnStderr(StringRef text);

} // namespace mlir::amp::report

#endif // LIB_REPORT_FORMATS_H
