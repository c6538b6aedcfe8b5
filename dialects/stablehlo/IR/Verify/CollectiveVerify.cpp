// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of collective ops.
#include "dialects/stablehlo/IR/ReplicaGroups.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::amp;

/// Verifies that there is one result per operand.
static LogicalResult verifyResults(Operation *op) {
  return stablehlo::expectCount(op, "results", op->getNumOperands(),
                                op->getNumResults());
}

template <typename CollectiveOp>
static LogicalResult verifyMembers(CollectiveOp op, bool maySizesDiffer,
                                   int64_t lowestChannel) {
  Attribute groups = op.getReplicaGroups();
  if (failed(stablehlo::verifyGroups(op, groups, maySizesDiffer)))
    return failure();
  return stablehlo::verifyGlobalIds(op, op.getUseGlobalDeviceIds(),
                                    op.getChannelHandle(), groups,
                                    lowestChannel);
}

/// Verifies that `dim` is in range and that the ranks are equal.
static LogicalResult expectSameRank(Operation *op, int64_t dim,
                                    RankedTensorType operand,
                                    RankedTensorType result) {
  if (failed(
          stablehlo::expectDim(op, "a dimension", dim, 0, operand.getRank())))
    return failure();
  return stablehlo::expectRank(op, "a result", operand.getRank(), result);
}

/// Verifies that operand and result have equal sizes except in dimension `dim`.
static LogicalResult expectSameRest(Operation *op, int64_t dim,
                                    RankedTensorType operand,
                                    RankedTensorType result) {
  SmallVector<int64_t> shape(operand.getShape());
  shape[dim] = ShapedType::kDynamic;
  return stablehlo::expectShape(op, "a result", shape, result);
}

/// Verifies that dimension `dim` of `whole` is a multiple of that of `part`.
static LogicalResult expectMultiple(Operation *op, int64_t dim,
                                    RankedTensorType whole,
                                    RankedTensorType part) {
  int64_t size = part.getDimSize(dim), sum = whole.getDimSize(dim);
  bool known = !ShapedType::isDynamic(size) && !ShapedType::isDynamic(sum);
  if (size != 0 && (!known || sum % size == 0))
    return success();
  return op->emitOpError("expects dimension ")
         << dim << " of " << whole << " to be a multiple of that of " << part;
}

static LogicalResult expectSameElements(Operation *op, ValueRange operands) {
  for (auto [operand, result] : llvm::zip_equal(operands, op->getResults()))
    if (failed(stablehlo::expectElement(op, "a result", operand.getType(),
                                        result.getType())))
      return failure();
  return success();
}

LogicalResult stablehlo::AllGatherOp::verify() {
  if (failed(verifyResults(*this)) ||
      failed(verifyMembers(*this, /*maySizesDiffer=*/false,
                           /*lowestChannel=*/0)))
    return failure();
  // (C1) (C6): upstream stops at the first pair with an unknown size
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults())) {
    auto part = tensorOf(operand), whole = tensorOf(result);
    int64_t dim = getAllGatherDim();
    if (failed(expectSameRank(*this, dim, part, whole)) ||
        failed(expectSameRest(*this, dim, part, whole)) ||
        failed(expectMultiple(*this, dim, whole, part)))
      return failure();
    if (part.isDynamicDim(dim) || whole.isDynamicDim(dim))
      break;
  }
  return expectSameElements(*this, getOperands());
}

LogicalResult stablehlo::AllReduceOp::verifyRegions() {
  if (failed(verifyResults(*this)) ||
      failed(verifyMembers(*this, /*maySizesDiffer=*/true,
                           /*lowestChannel=*/1)))
    return failure();
  // (C5) (C6) (C7): one computation for all operands
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults()))
    if (failed(expectReducer(*this, getComputation(), operand.getType(),
                             operand.getType())) ||
        failed(expectReduced(*this, getComputation(), result.getType())) ||
        failed(
            expectShape(*this, "a result", shapeOf(operand), tensorOf(result))))
      return failure();
  return success();
}

LogicalResult stablehlo::ReduceScatterOp::verifyRegions() {
  auto operand = tensorOf(getOperand());
  auto result = tensorOf(getOperation()->getResult(0));
  int64_t dim = getScatterDimension();
  if (failed(verifyMembers(*this, /*maySizesDiffer=*/false,
                           /*lowestChannel=*/1)) ||
      failed(expectSameRank(*this, dim, operand, result)))
    return failure();
  // (C2) (C8): upstream skips these checks if the dimension is dynamic
  if (!operand.isDynamicDim(dim) && !result.isDynamicDim(dim) &&
      (failed(expectSameRest(*this, dim, operand, result)) ||
       failed(expectAtLeast(*this, "elements to scatter",
                            operand.getDimSize(dim), 1)) ||
       failed(expectMultiple(*this, dim, operand, result))))
    return failure();
  // (C7) (C9)
  if (failed(expectReducer(*this, getComputation(), getOperand().getType(),
                           getOperand().getType())))
    return failure();
  return expectReduced(*this, getComputation(),
                       getOperation()->getResultTypes());
}

LogicalResult stablehlo::AllToAllOp::verify() {
  int64_t split = getSplitDimension();
  int64_t concat = getConcatDimension();
  int64_t count = getSplitCount();
  // (C4)
  if (failed(expectAtLeast(*this, "splits", count, 1)) ||
      failed(verifyResults(*this)) ||
      failed(verifyGroups(*this, getReplicaGroups(), false)))
    return failure();
  // (C8)
  if (auto groups = dyn_cast<DenseIntElementsAttr>(getReplicaGroups()))
    if (failed(expectCount(*this, "replicas in a group", count,
                           groups.getType().getDimSize(1))))
      return failure();
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults())) {
    SmallVector<int64_t> shape(shapeOf(operand));
    // (C1) (C3)
    for (int64_t dim : {split, concat})
      if (failed(expectDim(*this, "a dimension", dim, 0, shape.size())))
        return failure();
    // (C2)
    if (!ShapedType::isDynamic(shape[split])) {
      if (shape[split] % count != 0)
        return emitOpError("expects a split dimension of a multiple of ")
               << count << ", but got " << tensorOf(operand);
      shape[split] /= count;
    }
    // (C9)
    if (!ShapedType::isDynamic(shape[concat]))
      shape[concat] = llvm::checkedMul(shape[concat], count).value_or(-1);
    if (failed(expectShape(*this, "a result", shape, tensorOf(result))))
      return failure();
  }
  return expectSameElements(*this, getOperands());
}
