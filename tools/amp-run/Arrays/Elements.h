// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types with their MLIR and NumPy names.
#ifndef TOOLS_RUN_ARRAYS_ELEMENTS_H
#define TOOLS_RUN_ARRAYS_ELEMENTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::amp::runner {

/// Interpretation of the bits of an element, or of each part of a complex one.
enum class Kind { Bool, Signed, Unsigned, Float };

struct Element {
  llvm::StringRef mlir;  // as printed by MLIR
  llvm::StringRef numpy; // name of the dtype in NumPy or ml_dtypes
  llvm::StringRef descr; // in a .npy file, little-endian
  unsigned bytes;        // of the whole element
  unsigned bits;         // significant bits of each part
  Kind kind;
  bool isComplex = false;

  unsigned partBytes() const { return isComplex ? bytes / 2 : bytes; }
  /// Expects Kind::Float.
  const llvm::fltSemantics &semantics() const;
};

/// Returns null if arrays do not support this type.
const Element *findElement(Type type);
/// Returns the size of an array of static shape.
uint64_t bytesOf(RankedTensorType type);
/// Finds an element by the `descr` of a .npy file, without byte order.
const Element *findElement(llvm::StringRef descr);

/// Convert one part of an element from and to its bits.
double decode(const Element &element, const char *part);
void encode(const Element &element, double value, char *part);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_ELEMENTS_H
