// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %0 = while(%x) { … exponential … }
//   ==>   %0, %first, %counts = while(%x, %none, %zeros) { … exponential …
//           yield %first, or the first op of this iteration if %first is none;
//           yield %counts plus the counts of this iteration }
#include "lib/Scaling/overflow/OverflowWatch.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/states/Native.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static bool isCounted(Operation *op, OpClass opClass) {
  return !op->hasTrait<OpTrait::IsTerminator>() &&
         llvm::is_contained(OverflowTally::classes, opClass) &&
         llvm::any_of(op->getResults(), canOverflow);
}

/// Returns `stablehlo.exponential at jit(step)/exp model.py:3:7, in a loop`.
static StringAttr describe(Operation *op) {
  std::string text = (op->getName().getStringRef() + " at ").str();
  auto name = op->getLoc()->findInstanceOf<NameLoc>();
  auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
  llvm::raw_string_ostream os(text);
  if (name)
    os << name.getName().getValue() << (place ? " " : "");
  if (place)
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn();
  if (!name && !place)
    os << "an unknown place";
  for (Operation *around = op->getParentOp(); around;
       around = around->getParentOp())
    if (isLoop(around)) {
      os << ", in a loop";
      break;
    }
  return StringAttr::get(op->getContext(), text);
}

/// Returns the blocks of an op out of which counts can be threaded.
static SmallVector<Block *> blocksIn(Operation *op) {
  SmallVector<Block *> blocks;
  if (!RegionThreading::passes(op))
    return blocks;
  for (Region &region : op->getRegions())
    if (region.hasOneBlock() && !(isLoop(op) && region.getRegionNumber() == 0))
      blocks.push_back(&region.front());
  return blocks;
}

FailureOr<OverflowWatch::Result> OverflowWatch::watch(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    ops.push_back(&op);
  OverflowTally tally(perClass);
  SmallVector<Value> firsts;
  for (Operation *op : ops) {
    if (RegionThreading::passes(op)) {
      if (failed(enter(op, tally, firsts)))
        return failure();
      continue;
    }
    OpClass opClass = classOf(op, lookupRow(op));
    if (!isCounted(op, opClass))
      continue;
    int32_t id = names.size();
    names.push_back(describe(op));
    Operation *next = op->getNextNode();
    OverflowProbe::Found found = probe.watch(op);
    OpBuilder builder(next);
    GraphBuilder b(builder, op->getLoc(), /*keepsOrder=*/false);
    tally.add(b, opClass, found);
    firsts.push_back(
        b.select(found.overflowed, countOf(b, id), countOf(b, none)));
  }
  if (firsts.empty())
    return Result();
  OpBuilder builder(block.getTerminator());
  GraphBuilder b(builder, block.getParentOp()->getLoc(), /*keepsOrder=*/false);
  Value first = firsts.front();
  for (Value other : ArrayRef(firsts).drop_front())
    first = b.apply("minimum", {first, other});
  return Result{first, tally.finish(b)};
}

LogicalResult OverflowWatch::enter(Operation *op, OverflowTally &tally,
                                   SmallVectorImpl<Value> &firsts) {
  SmallVector<std::pair<Handle, Handle>> all;
  for (Block *block : blocksIn(op)) {
    FailureOr<Result> result = watch(*block);
    if (failed(result))
      return failure();
    if (!result->counts)
      continue;
    OpBuilder builder(block->getParentOp());
    GraphBuilder b(builder, block->getParentOp()->getLoc(),
                   /*keepsOrder=*/false);
    auto type = cast<RankedTensorType>(result->counts.getType());
    SmallVector<Value> inits = {
        countOf(b, none), b.constant(DenseElementsAttr::get(type, int32_t(0)))};
    Carried carried = threads.carry(block, inits);
    if (failed(leave(*block, carried, *result)))
      return failure();
    all.push_back({carried.results[0], carried.results[1]});
  }
  for (auto [first, counts] : all) { // after everything that rebuilds `op`
    firsts.push_back(first.get());
    tally.add(counts.get());
  }
  return success();
}

/// Combines the counts of all iterations of a loop, or of all devices.
LogicalResult OverflowWatch::leave(Block &block, const Carried &carried,
                                   Result inside) {
  Operation *op = block.getParentOp();
  OpBuilder builder(block.getTerminator());
  GraphBuilder b(builder, op->getLoc(), /*keepsOrder=*/false);
  FailureOr<DenseElementsAttr> devices = native::findDevices(op);
  if (failed(devices))
    return failure();
  if (*devices) {
    inside.first = native::acrossDevices(builder, op->getLoc(), inside.first,
                                         *devices, "minimum");
    inside.counts = native::acrossDevices(builder, op->getLoc(), inside.counts,
                                          *devices, "add");
  } else if (isLoop(op)) {
    Value before = carried.values[0];
    Value isFirst = b.compare("EQ", before, countOf(b, none));
    inside.first = b.select(isFirst, inside.first, before);
    inside.counts = b.apply("add", {carried.values[1], inside.counts});
  }
  threads.leave(&block, carried, {inside.first, inside.counts});
  return success();
}
