// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in memory: dense, row-major, little-endian, as Program::run takes
// them.
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

  /// Without room for its elements.
  static Array shaped(const Element &element, llvm::ArrayRef<int64_t> shape);
  /// With room for its elements, which are not set.
  static Array make(const Element &element, llvm::ArrayRef<int64_t> shape);
  void allocate();

  uint64_t count() const;
  uint64_t bytes() const { return count() * element->bytes; }
  /// `float32 (64, 64)`, as NumPy writes types and shapes.
  std::string describe() const;
};

std::string describeShape(llvm::ArrayRef<int64_t> shape);

/// An array under the name that it has in a .npz file.
struct NamedArray {
  std::string name;
  const Array *array;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_ARRAYS_H
