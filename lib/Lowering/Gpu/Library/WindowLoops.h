// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_WINDOWLOOPS_H
#define LIB_LOWERING_GPU_LIBRARY_WINDOWLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

using Loop = std::optional<unsigned>;

/// A dim of an image along which a window slides: over one loop of the result,
/// and one that is summed.
struct Slide {
  unsigned dim;
  Loop kept, summed;
  int64_t keptStep = 1, summedStep = 1;
};

/// The loops of a sum of products by who reads them: an image, the first
/// factor; the other factor; the result.
struct WindowLoops {
  SmallVector<Slide> slides;
  Loop alone;                              // the image and the result
  Loop shared;                             // the image and the other factor
  Loop group;                              // all three
  Loop outFeatures;                        // the other factor and the result
  llvm::DenseMap<unsigned, unsigned> dims; // of the image, by loop
};

/// Fails with `why` where there are other loops, too.
FailureOr<WindowLoops> windowLoopsOf(linalg::LinalgOp op, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_WINDOWLOOPS_H
