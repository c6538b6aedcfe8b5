// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks each block once, backwards: the first use in the walk is the last use.
#include "lib/Report/memory/Peak.h"
#include "lib/Report/OpFacts.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

namespace {
class PeakFinder {
public:
  PeakFinder(const ProgramGraph &graph, function_ref<Bytes(Value)> sizeOf)
      : graph(graph), sizeOf(sizeOf) {
    for (const PlacedOp &placed : graph.getOps())
      if (handsThrough(placed.op, placed.row))
        handing.insert(placed.op);
    used.reserve(graph.getOps().size());
  }

  /// Returns the peak of one call, without arguments that live throughout.
  const Frontier &ofFunction(FunctionOpInterface function);

private:
  Frontier ofRegion(Region &region);
  Frontier ofBlock(Block &block);
  Frontier ofInside(Operation *op, const OpRow *row);
  void use(Value value);
  Value origin(Value value) const;
  Bytes heldBy(Value value);

  const ProgramGraph &graph;
  function_ref<Bytes(Value)> sizeOf;
  llvm::DenseMap<Operation *, Frontier> functions;
  llvm::DenseSet<Operation *> handing; ///< marks and barriers
  llvm::DenseSet<Value> used;          ///< by an op after the current one
  llvm::DenseSet<Value> heldThrough;   ///< passed between blocks
  llvm::DenseMap<Block *, Bytes> live; ///< per block being walked
};
} // namespace

static bool isDonated(FunctionOpInterface function, unsigned argument) {
  return function.getArgAttr(argument, "jax.buffer_donor") ||
         function.getArgAttr(argument, "tf.aliasing_output");
}

/// Returns the bytes that the value's block must hold. Arguments belong to the
/// caller, the loop or the whole step, unless they are donated.
Bytes PeakFinder::heldBy(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    bool donated = function && function.isPublic() &&
                   argument.getOwner()->isEntryBlock() &&
                   isDonated(function, argument.getArgNumber());
    return donated ? sizeOf(value) : Bytes();
  }
  return value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>()
             ? Bytes()
             : sizeOf(value);
}

/// The result of a mark or barrier is its operand.
Value PeakFinder::origin(Value value) const {
  while (handing.contains(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(
        cast<OpResult>(value).getResultNumber());
  return value;
}

void PeakFinder::use(Value value) {
  value = origin(value);
  if (!used.insert(value).second)
    return;
  auto level = live.find(value.getParentBlock());
  if (level != live.end())
    level->second = level->second + heldBy(value);
}

Frontier PeakFinder::ofInside(Operation *op, const OpRow *row) {
  Frontier inside;
  for (Operation *callee : graph.mentionsOf(op))
    inside.add(ofFunction(cast<FunctionOpInterface>(callee)), {});
  if (row && row->regions == RegionRule::body) {
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (!region.isAncestor(operand.getParentRegion()))
            use(operand);
      });
    return inside;
  }
  Bytes carried;
  if (row && row->regions == RegionRule::loop)
    for (Value result : op->getResults())
      carried = carried + sizeOf(result);
  for (Region &region : op->getRegions())
    inside.add(ofRegion(region), carried);
  return inside;
}

Frontier PeakFinder::ofBlock(Block &block) {
  live[&block] = {};
  Frontier peaks;
  for (Operation &op : llvm::reverse(block)) {
    if (handing.contains(&op))
      continue;
    const OpRow *row = lookupRow(&op);
    Frontier inside = ofInside(&op, row);
    for (Value operand : op.getOperands())
      use(operand);
    Bytes made, unread;
    for (Value result : op.getResults()) {
      if (!used.contains(result))
        unread = unread + heldBy(result);
      else if (!heldThrough.contains(result))
        made = made + heldBy(result);
    }
    Bytes &now = live[&block];
    peaks.add(now + unread);
    now = now - made;
    peaks.add(inside, now);
  }
  live.erase(&block);
  return peaks;
}

Frontier PeakFinder::ofRegion(Region &region) {
  if (region.hasOneBlock())
    return ofBlock(region.front());
  Bytes through;
  for (Block &block : region) {
    for (Value argument : block.getArguments())
      if (!block.isEntryBlock())
        through = through + sizeOf(argument);
    for (Operation &op : block)
      for (Value result : op.getResults())
        if (result.isUsedOutsideOfBlock(&block)) {
          heldThrough.insert(result);
          used.insert(result);
          through = through + heldBy(result);
        }
  }
  Frontier peaks;
  for (Block &block : region)
    peaks.add(ofBlock(block), through);
  return peaks;
}

const Frontier &PeakFinder::ofFunction(FunctionOpInterface function) {
  // A recursive function finds an empty entry and counts once.
  auto [known, isNew] = functions.try_emplace(function);
  if (!isNew || function.isExternal())
    return known->second;
  auto outer = std::exchange(live, llvm::DenseMap<Block *, Bytes>());
  Frontier peaks = ofRegion(function.getFunctionBody());
  live = std::move(outer);
  return functions[function] = std::move(peaks);
}

Frontier amp::report::findPeaks(const ProgramGraph &graph,
                                function_ref<Bytes(Value)> sizeOf) {
  Bytes constants;
  for (const PlacedOp &placed : graph.getOps())
    if (placed.op->hasTrait<OpTrait::ConstantLike>())
      constants = constants + sizeOf(placed.op->getResult(0));
  PeakFinder finder(graph, sizeOf);
  Frontier all;
  for (auto function : graph.getModule().getOps<FunctionOpInterface>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    Bytes arguments = constants;
    for (BlockArgument argument : function.getArguments())
      if (!isDonated(function, argument.getArgNumber()))
        arguments = arguments + sizeOf(argument);
    all.add(finder.ofFunction(function), arguments);
    all.add(arguments);
  }
  return all;
}
