// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_FORMATS_H
#define LIB_REPORT_FORMATS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::report {

/// Element types of the first float operand and result of an op; null if there
/// is none.
struct Formats {
  static Formats of(Operation *op);

  FloatType read, made;
  bool operator==(const Formats &other) const {
    return read == other.read && made == other.made;
  }
  /// Returns "bf16", or "bf16 in, f32 out" if both types differ.
  std::string inWords() const;
};

/// Prints the output of a pass, which is no diagnostic, to stderr or to the
/// TextCapture of this thread. Writes once, so that threads do not interleave.
void printOnStderr(StringRef text);

} // namespace mlir::amp::report

#endif // LIB_REPORT_FORMATS_H
