// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/TensorCore/Access.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns a divisor of the dynamic offset of `view` into its buffer; 0 if the
/// offset is static.
static int64_t offsetStepOf(Value view) {
  auto type = cast<MemRefType>(view.getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return 1;
  if (!ShapedType::isDynamic(offset))
    return 0;
  auto part = view.getDefiningOp<memref::SubViewOp>();
  SmallVector<int64_t> sourceStrides;
  if (!part ||
      failed(part.getSourceType().getStridesAndOffset(sourceStrides, offset)))
    return 1;
  int64_t step = offsetStepOf(part.getSource());
  for (auto [dim, stride] : llvm::enumerate(sourceStrides))
    if (part.isDynamicOffset(dim))
      step = ShapedType::isDynamic(stride) ? 1 : std::gcd(step, stride);
  return step;
}

static std::optional<Access> layoutOf(Value buffer,
                                      SmallVector<int64_t> &steps) {
  auto argument = dyn_cast<BlockArgument>(wholeOf(buffer));
  auto type = dyn_cast<MemRefType>(buffer.getType());
  int64_t offset;
  if (!argument || !type || !type.hasStaticShape() ||
      getElementTypeOrSelf(argument) != type.getElementType() ||
      failed(type.getStridesAndOffset(steps, offset)) ||
      llvm::any_of(steps, ShapedType::isDynamic))
    return std::nullopt;
  Access access{argument.getArgNumber(), type.getElementType()};
  if (!ShapedType::isDynamic(offset)) {
    access.offset = offset;
    return access;
  }
  access.view = buffer;
  access.offsetStep = offsetStepOf(buffer);
  return access;
}

static bool isLinear(AffineMap map) {
  bool isLinear = true;
  map.walkExprs([&](AffineExpr expr) {
    isLinear &= expr.getKind() <= AffineExprKind::Mul ||
                expr.getKind() >= AffineExprKind::Constant;
  });
  return isLinear;
}

FailureOr<Access> mlir::amp::lowering::accessOf(Value buffer, AffineMap map,
                                                ArrayRef<unsigned> loops,
                                                unsigned count,
                                                std::string &why) {
  SmallVector<int64_t> steps;
  std::optional<Access> access = layoutOf(buffer, steps);
  if (!access)
    return why = "a buffer is local, or its layout is not static", failure();
  if (!isLinear(map))
    return why = "a buffer is not read in even steps", failure();
  SmallVector<int64_t> point(map.getNumDims(), 0);
  auto at = [&] {
    int64_t sum = 0;
    for (auto [index, step] : llvm::zip(map.compose(point), steps))
      sum += index * step;
    return sum;
  };
  int64_t begin = at();
  access->offset += begin;
  access->strides.assign(count, 0);
  for (auto [dim, loop] : llvm::enumerate(loops)) {
    point[dim] = 1;
    access->strides[loop] = at() - begin;
    point[dim] = 0;
  }
  return *access;
}
