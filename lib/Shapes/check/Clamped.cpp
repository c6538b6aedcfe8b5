// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gather %long, minimum(%i, broadcast(76))   ==>   what was gathered at %i
#include "lib/OpModel/Attributes.h"
#include "lib/Shapes/check/Laws.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

/// The dimension of the indices that holds the components of one index.
static int64_t findIndexDim(Operation *gather) {
  return getIndexDims(gather).indexVector;
}

/// The last index at which a slice fits, for each component of an index.
static SmallVector<int64_t, 4> findLast(Operation *gather) {
  auto sizes = gather->getAttrOfType<DenseI64ArrayAttr>("slice_sizes");
  SmallVector<int64_t, 4> last;
  for (int64_t dim : getIndexDims(gather).startMap)
    last.push_back(shapeOf(gather->getOperand(0))[dim] - sizes[dim]);
  return last;
}

Value amp::shapes::findClamped(Operation *given, Operation *longer) {
  Operation *clamp = given->getName().getStringRef() == "stablehlo.gather"
                         ? longer->getOperand(1).getDefiningOp()
                         : nullptr;
  if (!clamp || clamp->getName().getStringRef() != "stablehlo.minimum" ||
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
