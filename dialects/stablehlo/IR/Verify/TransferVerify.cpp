// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of asynchronous ops and of transfers to and from the host.
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;

LogicalResult stablehlo::AsyncStartOp::verifyRegions() {
  auto future = cast<FutureType>(getOperation()->getResult(0).getType());
  if (!llvm::equal(getBody().getArgumentTypes(), getOperandTypes()))
    return emitOpError("expects a body of (")
           << getOperandTypes() << "), but got one of ("
           << getBody().getArgumentTypes() << ")";
  TypeRange returned = getBody().front().getTerminator()->getOperandTypes();
  if (llvm::equal(returned, future.getTypes()))
    return success();
  return emitOpError("expects a future of (")
         << returned << "), but got (" << future.getTypes() << ")";
}

LogicalResult stablehlo::AsyncDoneOp::verify() {
  auto future = cast<FutureType>(getOperand().getType());
  TypeRange results = getOperation()->getResultTypes();
  if (llvm::equal(TypeRange(future.getTypes()), results, sameType))
    return success();
  return emitOpError("expects results of types (")
         << future.getTypes() << "), but got (" << results << ")";
}

/// recv (C2)-(C4), infeed (C1)-(C3): tensors, then a token.
static LogicalResult verifyTokenLast(Operation *op) {
  TypeRange types = op->getResultTypes();
  if (types.empty() || !isa<stablehlo::TokenType>(types.back()))
    return op->emitOpError("expects a token as the last result, but got (")
           << types << ")";
  for (Type type : types.drop_back())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        !tensor || !tensor.hasStaticShape())
      return op->emitOpError("expects tensors of static shape before the "
                             "token, but got ")
             << type;
  return success();
}

/// send (C1), recv (C1): the channel is between devices, or to or from the
/// host.
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

LogicalResult stablehlo::InfeedOp::verify() {
  if (failed(verifyTokenLast(*this)))
    return failure();
  std::optional<ArrayAttr> layouts = getLayout();
  if (!layouts)
    return success();
  if (failed(
          expectCount(*this, "layouts", getNumResults() - 1, layouts->size())))
    return failure();
  for (Attribute layout : *layouts) {
    auto dims = dyn_cast<ArrayAttr>(layout);
    if (!dims || !llvm::all_of(dims, llvm::IsaPred<IntegerAttr>))
      return emitOpError("expects layouts that are lists of dimensions, but "
                         "got ")
             << layout;
  }
  return success();
}
