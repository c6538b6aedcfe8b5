// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Shapes/GatherScatter.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

bool amp::shapes::gathersAlong(Operation *op, int64_t dim) {
  if (!isHlo(op, OpKind::gather))
    return false;
  auto indices = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  return indices && indices.hasStaticShape() &&
         indices.getElementTypeBitWidth() >= 32 &&
         !llvm::is_contained(getIndexDims(op).operandBatch, dim);
}

SmallVector<int64_t, 4> amp::shapes::lastIndices(Operation *gather,
                                                 ArrayRef<int64_t> shape) {
  auto sizes = gather->getAttrOfType<DenseI64ArrayAttr>("slice_sizes");
  SmallVector<int64_t, 4> last;
  for (int64_t dim : getIndexDims(gather).startMap)
    last.push_back(shape[dim] - sizes[dim]);
  return last;
}

int64_t amp::shapes::indexDim(Operation *gather) {
  return getIndexDims(gather).indexVector;
}

bool amp::shapes::scattersAlong(Operation *op, int64_t dim) {
  return isHlo(op, OpKind::scatter) && op->getNumResults() == 1 &&
         llvm::is_contained(getIndexDims(op).collapsed, dim) &&
         shapeOf(op->getOperand(0)) == shapeOf(op->getResult(0));
}
