// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions of which reshapes make one another: they grow in proportion, or
// padding would not stay behind their ends.
#ifndef LIB_SHAPES_TIES_H
#define LIB_SHAPES_TIES_H

#include "lib/Dims/Dims.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::shapes {

/// Returns true if a row of `size` elements of `bytes` bytes is not aligned,
/// and may be padded.
bool mayPad(int64_t size, int64_t bytes);

/// Requirement of products on a dimension along which they load.
struct WantedDim {
  int64_t bytes;    ///< of its narrowest element
  Operation *first; ///< product that asks
};
using WantedDims = llvm::MapVector<unsigned, WantedDim>; ///< by class

/// Classes that are padded together, or none of them is.
struct DimFamily {
  SmallVector<unsigned, 2> classes; ///< the first one is wanted
  SmallVector<int64_t, 2> targets;  ///< of the first, ascending
};

/// In order of what is wanted. Reshapes are followed where that makes no
/// dimension much longer than it would be by itself, and no class is alone.
SmallVector<DimFamily, 0> findFamilies(DimGraph &dims, const WantedDims &wanted,
                                       function_ref<bool(unsigned)> isAlone);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_TIES_H
