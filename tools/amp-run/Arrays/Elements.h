// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of elements by their two names, MLIR's and NumPy's.
#ifndef TOOLS_RUN_ARRAYS_ELEMENTS_H
#define TOOLS_RUN_ARRAYS_ELEMENTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::amp::runner {

/// Meaning of the bits of an element, or of each half of a complex one.
enum class Kind { Bool, Signed, Unsigned, Float };

struct Element {
  llvm::StringRef mlir;  // as types print
  llvm::StringRef numpy; // a dtype's name: NumPy's own, or one of ml_dtypes
  llvm::StringRef descr; // what stands in a .npy file, little-endian
  unsigned bytes;        // of the whole element
  unsigned bits;         // that count in each part
  Kind kind;
  bool isComplex = false;

  unsigned partBytes() const { return isComplex ? bytes / 2 : bytes; }
  /// Of a Kind::Float.
  const llvm::fltSemantics &semantics() const;
};

/// None if no array can hold this type.
const Element *findElement(Type type);
/// Of an array of static shape.
uint64_t bytesOf(RankedTensorType type);
/// By what a .npy file says, without its byte order.
const Element *findElement(llvm::StringRef descr);

/// The value of one part of an element, and a part's bits for a value.
double decode(const Element &element, const char *part);
void encode(const Element &element, double value, char *part);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_ELEMENTS_H
