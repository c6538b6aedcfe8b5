// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ties between dimensions that reshapes split or merge: these grow in
// proportion, because the padding must stay at the end.
#ifndef LIB_SHAPES_TIES_H
#define LIB_SHAPES_TIES_H

#include "lib/Dims/Dims.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::shapes {

/// Returns true if a row of `size` elements of `bytes` bytes is unaligned and
/// can be padded.
bool mayPad(int64_t size, int64_t bytes);

/// Alignment requirement of contractions on an innermost dimension.
struct WantedDim {
  int64_t bytes;    ///< narrowest element size
  Operation *first; ///< first such contraction
};
using WantedDims = llvm::MapVector<unsigned, WantedDim>; ///< by class

/// Dimension classes that are padded together or not at all.
struct DimFamily {
  SmallVector<unsigned, 2> classes; ///< the first one is in `wanted`
  SmallVector<int64_t, 2> targets;  ///< sizes of the first, ascending
};

/// Returns the families in the order of `wanted`. Reshapes tie classes unless a
/// dimension would exceed its own padded size by much or a class is `isAlone`.
SmallVector<DimFamily, 0> findFamilies(DimGraph &dims, const WantedDims &wanted,
                                       function_ref<bool(unsigned)> isAlone);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_TIES_H
