// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in memory: dense, row-major, little-endian, as operands of
// Program::run.
#ifndef TOOLS_RUN_ARRAYS_ARRAYS_H
#define TOOLS_RUN_ARRAYS_ARRAYS_H

#include "lib/Run/Run.h"
#include "tools/amp-run/Arrays/Elements.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <string>

namespace mlir::amp::runner {

struct Array {
  const Element *element = nullptr;
  llvm::SmallVector<int64_t> shape;
  std::unique_ptr<char, decltype(&amprt_free)> data{nullptr, amprt_free};

  /// Creates an array without memory for its elements.
  static Array shaped(const Element &element, llvm::ArrayRef<int64_t> shape);
  /// Creates an array with uninitialized memory for its elements.
  static Array make(const Element &element, llvm::ArrayRef<int64_t> shape);
  void allocate();

  uint64_t count() const;
  uint64_t bytes() const { return count() * element->bytes; }
  /// Returns `float32 (64, 64)`, in NumPy's notation of types and shapes.
  std::string describe() const;
};

std::string describeShape(llvm::ArrayRef<int64_t> shape);

/// Array with its name in a .npz file.
struct NamedArray {
  std::string name;
  const Array *array;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_ARRAYS_H
