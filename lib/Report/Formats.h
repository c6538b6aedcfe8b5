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

/// Writes a pass's product, which is no diagnostic, to standard error or to the
/// TextCapture of this thread. One write, so that the texts of threads do not
/// mix.
void printOnStderr(StringRef text);

} // namespace mlir::amp::report

#endif // LIB_REPORT_FORMATS_H
