// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_ACCESS_H
#define LIB_LOWERING_GPU_TENSORCORE_ACCESS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Value.h"

namespace mlir::amp::lowering {

/// Access to a kernel argument in a loop nest. Its address, in elements, is
/// offset + sum of strides[i] * loop i.
struct Access {
  static constexpr unsigned noArgument = ~0u; // a loop index, not memory
  unsigned argument;
  Type type;
  int64_t offset = 0;
  SmallVector<int64_t> strides;
  /// View with a dynamic offset, a multiple of `offsetStep` elements, which is
  /// added to the address. Null if the offset is static.
  Value view;
  int64_t offsetStep = 0;
  /// i1 elements, 8 per byte: offset and strides are in bits.
  bool isPacked = false;

  bool isSamePlace(const Access &other) const {
    return argument == other.argument && offset == other.offset &&
           strides == other.strides && view == other.view;
  }
};

/// Returns the access of `map` to `buffer`; dim i of the map is loops[i], of
/// `count` loops. On failure, sets `why`.
FailureOr<Access> accessOf(Value buffer, AffineMap map,
                           ArrayRef<unsigned> loops, unsigned count,
                           std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_ACCESS_H
