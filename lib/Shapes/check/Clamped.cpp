// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gather %long, minimum(%i, broadcast(76))   ==>   the original indices are %i
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/check/OpRules.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

/// Returns the index vector dimension of a gather.
static int64_t findIndexDim(Operation *gather) {
  return getIndexDims(gather).indexVector;
}

/// Returns the largest in-bounds value of each index component.
static SmallVector<int64_t, 4> findLast(Operation *gather) {
  auto sizes = gather->getAttrOfType<DenseI64ArrayAttr>("slice_sizes");
  SmallVector<int64_t, 4> last;
  for (int64_t dim : getIndexDims(gather).startMap)
    last.push_back(shapeOf(gather->getOperand(0))[dim] - sizes[dim]);
  return last;
}

Value amp::shapes::findClamped(Operation *given, Operation *longer) {
  Operation *clamp = isHlo(given, OpKind::gather)
                         ? longer->getOperand(1).getDefiningOp()
                         : nullptr;
  if (!clamp || !isHlo(clamp, OpKind::minimum) ||
      !clamp->hasAttr("amp.unpadded"))
    return {};
  Operation *spread = clamp->getOperand(1).getDefiningOp();
  Operation *list = spread && spread->getNumOperands() == 1
                        ? spread->getOperand(0).getDefiningOp()
                        : nullptr;
  auto last =
      list ? list->getAttrOfType<DenseIntElementsAttr>("value") : nullptr;
  auto along =
      spread ? spread->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions")
             : nullptr;
  int64_t dim = findIndexDim(given);
  if (!last || !along ||
      (along.empty() ? dim != (int64_t)shapeOf(clamp->getResult(0)).size()
                     : along.asArrayRef() != ArrayRef<int64_t>{dim}))
    return {};
  SmallVector<int64_t, 4> wanted = findLast(given);
  auto isWanted = [](auto pair) {
    return std::get<0>(pair).getSExtValue() == std::get<1>(pair);
  };
  return last.getNumElements() == (int64_t)wanted.size() &&
                 llvm::all_of(llvm::zip(last.getValues<APInt>(), wanted),
                              isWanted)
             ? clamp->getOperand(0)
             : Value();
}
