// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Library/WindowLoops.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::LinalgOp;

/// Appends the loops of `expr`, with their steps. Fails if `expr` is not a sum
/// of loops times positive constants.
static LogicalResult
addSteps(AffineExpr expr, int64_t times,
         SmallVectorImpl<std::pair<unsigned, int64_t>> &steps) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    steps.push_back({dim.getPosition(), times});
    return success(times > 0);
  }
  auto both = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!both)
    return failure();
  if (both.getKind() == AffineExprKind::Add)
    return success(succeeded(addSteps(both.getLHS(), times, steps)) &&
                   succeeded(addSteps(both.getRHS(), times, steps)));
  auto factor = dyn_cast<AffineConstantExpr>(both.getRHS());
  if (both.getKind() != AffineExprKind::Mul || !factor)
    return failure();
  return addSteps(both.getLHS(), times * factor.getValue(), steps);
}

static FailureOr<Slide> slideOf(unsigned dim, AffineExpr place,
                                AffineMap result, std::string &why) {
  SmallVector<std::pair<unsigned, int64_t>> steps;
  if (failed(addSteps(place, 1, steps)))
    return why = "its window does not move in even steps", failure();
  Slide slide{dim, {}, {}};
  for (auto [loop, step] : steps) {
    bool isKept = result.isFunctionOfDim(loop);
    Loop &known = isKept ? slide.kept : slide.summed;
    if (known)
      return failure();
    known = loop;
    (isKept ? slide.keptStep : slide.summedStep) = step;
  }
  return slide;
}

FailureOr<WindowLoops> amp::lowering::windowLoopsOf(LinalgOp op,
                                                    std::string &why) {
  why = "its loops are more than those of a convolution";
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  WindowLoops loops;
  auto note = [](Loop &role, unsigned loop) {
    bool isFirst = !role;
    role = loop;
    return isFirst;
  };
  for (auto [dim, place] : llvm::enumerate(maps[0].getResults())) {
    if (auto plain = dyn_cast<AffineDimExpr>(place)) {
      unsigned loop = plain.getPosition();
      bool isRead = maps[1].isFunctionOfDim(loop);
      bool isKept = maps[2].isFunctionOfDim(loop);
      if (!note(isRead && isKept ? loops.group
                : isRead         ? loops.shared
                                 : loops.alone,
                loop))
        return failure();
      loops.dims[loop] = dim;
      continue;
    }
    FailureOr<Slide> slide = slideOf(dim, place, maps[2], why);
    if (failed(slide))
      return failure();
    loops.slides.push_back(*slide);
  }
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!maps[0].isFunctionOfDim(loop) && !note(loops.outFeatures, loop))
      return failure();
  if (loops.slides.size() > 3)
    return why = "it has more than 3 spatial dimensions", failure();
  why.clear();
  return loops;
}
