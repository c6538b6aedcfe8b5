// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types only: who takes part is for the program that knows the devices.
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify.h"

using namespace mlir;
using namespace mlir::amp;

static LogicalResult verifyGroups(Operation *op, Attribute groups) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense || dense.getType().getRank() == 2)
    return success();
  return op->emitOpError("expects replica groups as a matrix, but got ")
         << dense.getType();
}

/// One result per operand, of its element type, and of its shape but for the
/// dimensions in `free`.
static LogicalResult verifyResults(Operation *op, ValueRange operands,
                                   ArrayRef<int64_t> free) {
  using namespace stablehlo;
  if (operands.empty())
    return op->emitOpError("expects operands, but got none");
  if (failed(expectCount(op, "results", operands.size(), op->getNumResults())))
    return failure();
  for (Value operand : operands)
    for (int64_t dim : free)
      if (failed(expectDim(op, "a dimension", dim, 0,
                           tensorOf(operand).getRank())))
        return failure();
  // Shapes that are not known in full are taken on trust, as upstream does.
  if (llvm::any_of(operands, [](Value operand) {
        return !tensorOf(operand).hasStaticShape();
      }))
    return success();
  for (auto [operand, result] : llvm::zip_equal(operands, op->getResults())) {
    SmallVector<int64_t> shape(tensorOf(operand).getShape());
    for (int64_t dim : free)
      shape[dim] = ShapedType::kDynamic;
    if (failed(expectShape(op, "a result", shape, tensorOf(result))))
      return failure();
  }
  return success();
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
  int64_t dim = getAllGatherDim();
  // (C1) (C6)
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyResults(*this, getOperands(), dim)))
    return failure();
  return expectSameElements(*this, getOperands());
}

LogicalResult stablehlo::AllReduceOp::verifyRegions() {
  // (C6)
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyResults(*this, getOperands(), {})))
    return failure();
  // (C5) (C7): the one computation serves every operand
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults()))
    if (failed(expectReducer(*this, getComputation(), operand.getType(),
                             operand.getType())) ||
        failed(expectReduced(*this, getComputation(), result.getType())))
      return failure();
  return success();
}

LogicalResult stablehlo::ReduceScatterOp::verifyRegions() {
  int64_t dim = getScatterDimension();
  Type operand = getOperand().getType();
  // (C2) (C8)
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyResults(*this, getOperand(), dim)))
    return failure();
  // (C7) (C9)
  if (failed(expectReducer(*this, getComputation(), operand, operand)))
    return failure();
  return expectReduced(*this, getComputation(),
                       getOperation()->getResultTypes());
}

LogicalResult stablehlo::AllToAllOp::verify() {
  int64_t split = getSplitDimension();
  int64_t concat = getConcatDimension();
  int64_t count = getSplitCount();
  // (C4)
  if (failed(expectAtLeast(*this, "splits", count, 1)))
    return failure();
  // (C1) (C3) (C9)
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyResults(*this, getOperands(), {split, concat})) ||
      failed(expectSameElements(*this, getOperands())))
    return failure();
  // (C2)
  for (Value operand : getOperands()) {
    int64_t size = tensorOf(operand).getDimSize(split);
    if (!ShapedType::isDynamic(size) && size % count != 0)
      return emitOpError("expects a split dimension of a multiple of ")
             << count << ", but got " << tensorOf(operand);
  }
  return success();
}

LogicalResult stablehlo::CollectivePermuteOp::verify() {
  auto type = getSourceTargetPairs().getShapedType();
  // (C1)
  if (type.getRank() == 2 && type.getDimSize(1) == 2)
    return success();
  return emitOpError("expects pairs of source and target, but got ") << type;
}

LogicalResult stablehlo::CollectiveBroadcastOp::verify() {
  return verifyGroups(*this, getReplicaGroups());
}

LogicalResult stablehlo::AsyncStartOp::verifyRegions() {
  auto future = cast<FutureType>(getOperation()->getResult(0).getType());
  if (failed(expectArguments(*this, getBody(), getOperands().getTypes())))
    return failure();
  return expectReturns(*this, getBody(), future.getTypes());
}

LogicalResult stablehlo::AsyncDoneOp::verify() {
  auto future = cast<FutureType>(getOperand().getType());
  TypeRange results = getOperation()->getResultTypes();
  if (llvm::equal(TypeRange(future.getTypes()), results, sameType))
    return success();
  return emitOpError("expects results of types (")
         << future.getTypes() << "), but got ("
         << getOperation()->getResultTypes() << ")";
}

/// recv (C2)-(C4), infeed (C1)-(C3): tensors, then a token.
static LogicalResult verifyTokenLast(Operation *op) {
  TypeRange types = op->getResultTypes();
  if (types.empty() || !isa<stablehlo::TokenType>(types.back()))
    return op->emitOpError("expects a token as the last result, but got (")
           << types << ")";
  for (Type type : types.drop_back())
    if (!isa<RankedTensorType>(type))
      return op->emitOpError("expects tensors before the token, but got ")
             << type;
  return success();
}

/// send (C1), recv (C1): a device talks to a device, or to its host.
static LogicalResult verifyChannel(Operation *op,
                                   stablehlo::ChannelHandleAttr channel,
                                   bool isHost, int64_t hostType) {
  int64_t wanted = isHost ? hostType : 1;
  if (channel.getType() == wanted)
    return success();
  return op->emitOpError("expects a channel of type ")
         << wanted << (isHost ? " to or from the host" : " between devices")
         << ", but got " << channel.getType();
}

LogicalResult stablehlo::SendOp::verify() {
  return verifyChannel(*this, getChannelHandle(), getIsHostTransfer(), 2);
}

LogicalResult stablehlo::RecvOp::verify() {
  if (failed(verifyChannel(*this, getChannelHandle(), getIsHostTransfer(), 3)))
    return failure();
  return verifyTokenLast(*this);
}

LogicalResult stablehlo::InfeedOp::verify() { return verifyTokenLast(*this); }
