// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %0 = while(%x) { … }   ==>   %0, %scale1 = while(%x, %scale0) { … }
#include "lib/Scaling/RegionThreading.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Scaling/RegionArguments.h"
#include "lib/Scaling/states/Native.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

namespace {
enum class Flow { loop, branch, device };
struct FlowRow {
  OpKind kind;
  Flow flow;
};
} // namespace

/// Ops whose result i is operand i of the terminators of their regions.
static constexpr FlowRow flows[] = {
    {OpKind::manual_computation, Flow::device},
    {OpKind::case_, Flow::branch},
    {OpKind::if_, Flow::branch},
    {OpKind::while_, Flow::loop},
};

static const FlowRow *findFlow(Operation *op) {
  static const KindMap<FlowRow> byKind(flows);
  const FlowRow *row = byKind.lookup(kindOf(op));
  return row && (row->flow == Flow::device || isHlo(op, row->kind)) ? row
                                                                    : nullptr;
}

bool RegionThreading::passes(Operation *op) {
  return op->getNumRegions() != 0 && findFlow(op) &&
         op->getRegion(0).hasOneBlock();
}

LogicalResult RegionThreading::check(Operation *op) {
  for (Operation *around = op->getParentOp(); !isa<FunctionOpInterface>(around);
       around = around->getParentOp())
    if (!passes(around))
      return op->emitError()
             << "cannot take the scale of the loss into '" << around->getName()
             << "': expects stablehlo.while, if or case, or "
                "sdy.manual_computation";
  return success();
}

Operation *RegionThreading::current(Operation *op) const {
  while (Operation *next = replaced.lookup(op))
    op = next;
  return op;
}

Operation *RegionThreading::extend(Operation *op, ValueRange operands,
                                   TypeRange results,
                                   std::optional<unsigned> like) {
  Operation *extended = native::extend(op, operands, results);
  replaced[op] = extended;
  if (findFlow(extended)->flow == Flow::device) {
    native::appendShardings(extended, "in_shardings", operands.getTypes(),
                            like);
    native::appendShardings(extended, "out_shardings", results);
  }
  return extended;
}

static SmallVector<Value> addArguments(Block &block, ValueRange like) {
  SmallVector<Value> arguments;
  for (Value value : like)
    arguments.push_back(block.addArgument(value.getType(), value.getLoc()));
  return arguments;
}

static void addYields(Block &block, ValueRange values) {
  Operation *end = block.getTerminator();
  end->insertOperands(end->getNumOperands(), values);
}

Carried RegionThreading::carry(Block *inside, ValueRange inits) {
  Operation *op = inside->getParentOp();
  Flow flow = findFlow(op)->flow;
  unsigned first = op->getNumResults();
  op =
      extend(op, flow == Flow::branch ? ValueRange() : inits, inits.getTypes());
  Carried carried;
  for (Region &region : op->getRegions()) {
    Block &block = region.front();
    SmallVector<Value> values = flow == Flow::branch
                                    ? SmallVector<Value>(inits)
                                    : addArguments(block, inits);
    bool isCondition = flow == Flow::loop && region.getRegionNumber() == 0;
    if (!isCondition)
      addYields(block, values);
    if (&block == inside)
      carried.values = values;
  }
  for (unsigned i = 0; i < inits.size(); ++i)
    carried.results.push_back(Handle(inside, first + i));
  return carried;
}

void RegionThreading::leave(Block *inside, const Carried &carried,
                            ValueRange values) {
  Operation *end = inside->getTerminator();
  for (auto [result, value] : llvm::zip_equal(carried.results, values))
    end->setOperand(cast<OpResult>(result.get()).getResultNumber(), value);
}

Handle RegionThreading::flagOut(Block *inside, Value flag) {
  Operation *op = inside->getParentOp();
  OpBuilder builder(op);
  unsigned result = op->getNumResults();
  if (findFlow(op)->flow == Flow::device) { // equal on all devices
    extend(op, {}, flag.getType());
    addYields(*inside, flag);
    return Handle(inside, result);
  }
  Value none =
      GraphBuilder(builder, flag.getLoc()).scalar(builder.getBoolAttr(false));
  bool isLoop = findFlow(op)->flow == Flow::loop;
  Carried carried = carry(inside, none);
  builder.setInsertionPoint(inside->getTerminator());
  Value any = isLoop ? native::either(builder, flag.getLoc(),
                                      {carried.values.front(), flag})
                     : flag;
  leave(inside, carried, any);
  return carried.results.front();
}

Value RegionThreading::into(Value value, Block *from, Block *inside,
                            Value like) {
  if (from == inside)
    return value;
  Block *outer = inside->getParentOp()->getBlock();
  value = into(value, from, outer, like);
  Operation *op = inside->getParentOp();
  const FlowRow *row = findFlow(op);
  if (!row || row->flow != Flow::device)
    return value; // these regions capture values
  std::optional<unsigned> number;
  Value here = like;
  SmallVector<Block *> blocks;
  for (Block *block = inside; here && block != from;
       block = block->getParentOp()->getBlock())
    blocks.push_back(block);
  for (Block *block : llvm::reverse(blocks))
    if (Value next = findInside(here, block))
      here = next;
  if (auto argument = dyn_cast_if_present<BlockArgument>(here);
      argument && argument.getOwner() == inside)
    number = argument.getArgNumber();
  extend(op, value, {}, number);
  Type type = value.getType();
  if (number) // a shard
    type = cast<ShapedType>(inside->getArgument(*number).getType())
               .clone(elementOf(type));
  return inside->addArgument(type, value.getLoc());
}
