// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types only: who takes part is for the program that knows the devices.
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::amp;

/// Values from 0 on, none twice.
static LogicalResult expectIds(Operation *op, StringRef what,
                               SmallVector<int64_t> ids) {
  if (failed(stablehlo::expectAtLeast(op, what, ids, 0)))
    return failure();
  llvm::sort(ids);
  auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice == ids.end())
    return success();
  return op->emitOpError("expects each of ")
         << what << " once, but got " << *twice << " again";
}

/// The ids of a matrix of groups, row by row; of a splat the first two, which
/// say as much as all.
static FailureOr<SmallVector<int64_t>> readGroups(Operation *op,
                                                  DenseIntElementsAttr groups) {
  if (groups.getType().getRank() != 2) {
    op->emitOpError("expects replica groups as a matrix, but got ")
        << groups.getType();
    return failure();
  }
  if (groups.isSplat() && groups.getNumElements() > 2)
    return SmallVector<int64_t>(2, groups.getSplatValue<int64_t>());
  return llvm::to_vector(groups.getValues<int64_t>());
}

/// Ids from 0 on without gaps; -1 fills up groups where sizes may differ.
static LogicalResult verifyGroups(Operation *op, Attribute groups,
                                  bool maySizesDiffer) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense)
    return success();
  auto ids = readGroups(op, dense);
  if (failed(ids))
    return failure();
  if (maySizesDiffer)
    llvm::erase(*ids, -1);
  return stablehlo::expectDims(op, "replica ids", *ids, ids->size());
}

/// all_gather (C5), all_reduce (C4), reduce_scatter (C6): ids that count all
/// devices need groups and a channel.
template <typename Op>
static LogicalResult verifyGlobalIds(Op op, int64_t lowestChannel) {
  if (!op.getUseGlobalDeviceIds())
    return success();
  auto channel = op.getChannelHandle();
  if (channel && channel->getHandle() < lowestChannel)
    return op.emitOpError("expects a channel of at least ")
           << lowestChannel << " with use_global_device_ids, but got "
           << channel->getHandle();
  auto groups = dyn_cast<DenseIntElementsAttr>(op.getReplicaGroups());
  if (groups && groups.empty())
    return op.emitOpError("expects replica groups with use_global_device_ids, "
                          "but got none");
  return success();
}

/// One result per operand.
static LogicalResult verifyResults(Operation *op) {
  return stablehlo::expectCount(op, "results", op->getNumOperands(),
                                op->getNumResults());
}

/// The result is the operand but for dimension `dim`, whose size in the whole
/// is some times that in the part.
static LogicalResult verifyWhole(Operation *op, int64_t dim,
                                 RankedTensorType operand,
                                 RankedTensorType result,
                                 RankedTensorType whole,
                                 RankedTensorType part) {
  using namespace stablehlo;
  if (failed(expectDim(op, "a dimension", dim, 0, operand.getRank())) ||
      failed(expectRank(op, "a result", operand.getRank(), result)))
    return failure();
  SmallVector<int64_t> shape(operand.getShape());
  shape[dim] = ShapedType::kDynamic;
  if (failed(expectShape(op, "a result", shape, result)))
    return failure();
  int64_t size = part.getDimSize(dim), sum = whole.getDimSize(dim);
  bool known = !ShapedType::isDynamic(size) && !ShapedType::isDynamic(sum);
  if (size != 0 && (!known || sum % size == 0) && operand.getDimSize(dim) != 0)
    return success();
  return op->emitOpError("expects dimension ")
         << dim << " of " << whole << " to be a multiple of that of " << part;
}

static LogicalResult expectSameElements(Operation *op, ValueRange operands) {
  for (auto [operand, result] : llvm::zip_equal(operands, op->getResults()))
    if (failed(stablehlo::expectElement(op, "a result",
                                        getElementTypeOrSelf(operand),
                                        getElementTypeOrSelf(result))))
      return failure();
  return success();
}

LogicalResult stablehlo::AllGatherOp::verify() {
  if (failed(verifyResults(*this)) ||
      failed(verifyGroups(*this, getReplicaGroups(), false)) ||
      failed(verifyGlobalIds(*this, 0)))
    return failure();
  // (C1) (C6): upstream stops at the first pair that is not known in full
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults())) {
    auto part = tensorOf(operand), whole = tensorOf(result);
    int64_t dim = getAllGatherDim();
    if (failed(verifyWhole(*this, dim, part, whole, whole, part)))
      return failure();
    if (part.isDynamicDim(dim) || whole.isDynamicDim(dim))
      break;
  }
  return expectSameElements(*this, getOperands());
}

LogicalResult stablehlo::AllReduceOp::verifyRegions() {
  if (failed(verifyResults(*this)) ||
      failed(verifyGroups(*this, getReplicaGroups(), true)) ||
      failed(verifyGlobalIds(*this, 1)))
    return failure();
  // (C5) (C6) (C7): the one computation serves every operand
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults()))
    if (failed(expectReducer(*this, getComputation(), operand.getType(),
                             operand.getType())) ||
        failed(expectReduced(*this, getComputation(), result.getType())) ||
        failed(expectShape(*this, "a result", tensorOf(operand).getShape(),
                           tensorOf(result))))
      return failure();
  return success();
}

LogicalResult stablehlo::ReduceScatterOp::verifyRegions() {
  auto operand = tensorOf(getOperand());
  auto result = tensorOf(getOperation()->getResult(0));
  // (C2) (C8)
  if (failed(verifyGroups(*this, getReplicaGroups(), false)) ||
      failed(verifyGlobalIds(*this, 1)) ||
      failed(verifyWhole(*this, getScatterDimension(), operand, result, operand,
                         result)))
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
    SmallVector<int64_t> shape(tensorOf(operand).getShape());
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

LogicalResult stablehlo::CollectivePermuteOp::verify() {
  auto type = getSourceTargetPairs().getShapedType();
  // (C1)
  if (type.getRank() != 2 || type.getDimSize(1) != 2)
    return emitOpError("expects pairs of source and target, but got ") << type;
  // (C2)-(C4)
  DenseIntElementsAttr pairs = getSourceTargetPairs();
  if (pairs.isSplat() && pairs.getNumElements() > 2)
    return expectIds(*this, "sources",
                     SmallVector<int64_t>(2, pairs.getSplatValue<int64_t>()));
  SmallVector<int64_t> sides[2];
  for (auto [index, id] : llvm::enumerate(pairs.getValues<int64_t>()))
    sides[index % 2].push_back(id);
  if (failed(expectIds(*this, "sources", sides[0])))
    return failure();
  return expectIds(*this, "targets", sides[1]);
}

LogicalResult stablehlo::CollectiveBroadcastOp::verify() {
  auto groups = dyn_cast<DenseIntElementsAttr>(getReplicaGroups());
  if (!groups)
    return success();
  auto ids = readGroups(*this, groups);
  return failed(ids) ? failure() : expectIds(*this, "replica ids", *ids);
}
