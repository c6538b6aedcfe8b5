// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_ACCESS_H
#define LIB_LOWERING_GPU_TENSORCORE_ACCESS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Value.h"

namespace mlir::amp::lowering {

/// Address of an element of an argument in a loop nest, counted in elements:
/// offset + sum of strides[i] * loop i.
struct Access {
  static constexpr unsigned noArgument = ~0u; // it counts a loop instead
  unsigned argument;
  Type type;
  int64_t offset = 0;
  SmallVector<int64_t> strides;
  /// View whose offset is added if it is unknown at compile time; then it is a
  /// multiple of `offsetStep` elements.
  Value view;
  int64_t offsetStep = 0;
  /// Elements of i1, of which a byte holds 8; offset and strides are in bits.
  bool isPacked = false;

  bool isSamePlace(const Access &other) const {
    return argument == other.argument && offset == other.offset &&
           strides == other.strides && view == other.view;
  }
};

/// Returns the access of `map` to `buffer`, dim i of the map being loops[i] of
/// `count` loops. Fails with `why`.
FailureOr<Access> accessOf(Value buffer, AffineMap map,
                           ArrayRef<unsigned> loops, unsigned count,
                           std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_ACCESS_H
