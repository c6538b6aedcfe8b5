// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_WINDOWLOOPS_H
#define LIB_LOWERING_GPU_LIBRARY_WINDOWLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

using Loop = std::optional<unsigned>;

/// Spatial dim of an image. A window slides along it: its index is a loop of
/// the result and a reduction loop, each times its step.
struct Slide {
  unsigned dim;
  Loop kept, summed;
  int64_t keptStep = 1, summedStep = 1;
};

/// Loops of a convolution, by the operands that they index: the image (input
/// 0), the other input, and the result.
struct WindowLoops {
  SmallVector<Slide> slides;
  Loop alone;                              // the image and the result
  Loop shared;                             // the image and the other input
  Loop group;                              // all three
  Loop outFeatures;                        // the other input and the result
  llvm::DenseMap<unsigned, unsigned> dims; // of the image, by loop
};

/// Returns the loops of `op`. Fails with `why` if there are others.
FailureOr<WindowLoops> windowLoopsOf(linalg::LinalgOp op, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_WINDOWLOOPS_H
