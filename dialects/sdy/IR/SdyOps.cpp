// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives are verified against their own sharding, not against the
// operand's: passes here preserve collectives and never create or move them.
#include "dialects/sdy/IR/SdyVerify.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::amp::sdy;

// [<@mesh, [{"x"}]>, <@mesh, [{}]>]
static ParseResult parseShardings(OpAsmParser &parser,
                                  TensorShardingPerValueAttr &shardings) {
  SmallVector<TensorShardingAttr> list;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseCustomAttributeWithFallback(list.emplace_back());
      }))
    return failure();
  shardings = TensorShardingPerValueAttr::get(parser.getContext(), list);
  return success();
}

static void printShardings(OpAsmPrinter &printer, Operation *,
                           TensorShardingPerValueAttr shardings) {
  printer << '[';
  printer.printStrippedAttrOrType(shardings.getShardings());
  printer << ']';
}

// (%arg0: tensor<4xf32>) { … }
static ParseResult parseBody(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> args;
  if (parser.parseArgumentList(args, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true, /*allowAttrs=*/true))
    return failure();
  return parser.parseRegion(body, args);
}

static void printBody(OpAsmPrinter &printer, Operation *, Region &body) {
  printer << '(';
  llvm::interleaveComma(body.getArguments(), printer, [&](BlockArgument arg) {
    printer.printRegionArgument(arg);
  });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

#define GET_OP_CLASSES
#include "dialects/sdy/IR/SdyOps.cpp.inc"

template <typename OpT>
static LogicalResult verifyOwnSharding(OpT op, TensorShardingAttr sharding) {
  return verifySharding(sharding, op.getResult().getType(), op,
                        [&] { return op.emitOpError(); });
}

LogicalResult ShardingConstraintOp::verify() {
  return verifyOwnSharding(*this, getSharding());
}

LogicalResult ReshardOp::verify() {
  return verifyOwnSharding(*this, getSharding());
}

LogicalResult DataFlowEdgeOp::verify() {
  TensorShardingAttr sharding = getShardingAttr();
  return sharding ? verifyOwnSharding(*this, sharding) : success();
}

LogicalResult PropagationBarrierOp::verify() {
  if (getAllowedDirection() == PropagationDirection::BOTH)
    return emitOpError("expects a direction to be barred, but got BOTH");
  return success();
}

// Verifies the sharding, and that the affected axes are axes of its mesh.
template <typename OpT>
static LogicalResult verifyMoved(OpT op, ArrayRef<ArrayRef<AxisRefAttr>> axes) {
  if (failed(verifyOwnSharding(op, op.getOutSharding())))
    return failure();
  MeshAttr mesh = op.getOutSharding().getMesh(op);
  for (ArrayRef<AxisRefAttr> list : axes)
    for (AxisRefAttr axis : list)
      if (!mesh.getAxis(axis.getName()))
        return op.emitOpError("expects axes of the mesh ")
               << mesh << ", but got \"" << axis.getName() << '"';
  return success();
}

template <typename OpT>
static LogicalResult verifyPerDimension(OpT op,
                                        ListOfAxisRefListsAttr axesPerDim) {
  SmallVector<ArrayRef<AxisRefAttr>> axes(axesPerDim.begin(), axesPerDim.end());
  if (failed(verifyMoved(op, axes)))
    return failure();
  int64_t rank = op.getOutSharding().getRank();
  if (static_cast<int64_t>(axes.size()) != rank)
    return op.emitOpError("expects axes for each of ")
           << rank << " dimensions, but got " << axes.size();
  return success();
}

LogicalResult AllGatherOp::verify() {
  return verifyPerDimension(*this, getGatheringAxesAttr());
}

LogicalResult AllSliceOp::verify() {
  return verifyPerDimension(*this, getSlicingAxesAttr());
}

LogicalResult ReduceScatterOp::verify() {
  return verifyPerDimension(*this, getReduceScatterAxesAttr());
}

LogicalResult ShardedToUnreducedOp::verify() {
  return verifyPerDimension(*this, getAxesAttr());
}

LogicalResult AllReduceOp::verify() {
  return verifyMoved(*this, {getReductionAxes()});
}

LogicalResult ReplicatedToUnreducedOp::verify() {
  return verifyMoved(*this, {getAxes()});
}

LogicalResult CollectivePermuteOp::verify() { return verifyMoved(*this, {}); }

LogicalResult AllToAllOp::verify() {
  SmallVector<ArrayRef<AxisRefAttr>> axes;
  for (AllToAllParamAttr param : getParams())
    axes.push_back(param.getAxes());
  if (axes.empty())
    return emitOpError("expects axes that move, but got none");
  if (failed(verifyMoved(*this, axes)))
    return failure();
  int64_t rank = getOutSharding().getRank();
  for (AllToAllParamAttr param : getParams())
    for (int64_t dim : {param.getSrcDim(), param.getTgtDim()})
      if (dim < 0 || dim >= rank)
        return emitOpError("expects dimensions in [0, ")
               << rank << "), but got " << dim;
  return success();
}
