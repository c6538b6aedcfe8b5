// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fill %c; contraction outs(%c); ...; generic ins(%c, %bias) outs(%d)
//   ==>   one unit at the position of its last op, if dependences allow it
#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Gpu/Kernels/Rows.h"
#include "lib/Lowering/Gpu/Units/UnitGroup.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;
using linalg::LinalgOp;

/// Limit on the ops of a row kernel's body. A body is emitted once for each
/// element of a thread, so that larger ones compile slowly.
static constexpr size_t maxRowBody = 384;

static bool isUnitOp(Operation *op) {
  return isa<LinalgOp, memref::StoreOp, AttentionOp, AttentionGradientOp>(op) ||
         isScalarNest(op);
}

namespace {
class Grouper {
public:
  void visit(Operation *op);
  SmallVector<SmallVector<Operation *>> take();

  UnitOrder order;

private:
  UnitGroup *fillOf(LinalgOp op);
  UnitGroup *groupFor(LinalgOp op, UnitGroup *fill);
  UnitGroup *rowsFor(GenericOp op, UnitOrder::Part part, UnitGroup *fill);
  SmallVector<UnitGroup *> nearRows(GenericOp op, UnitOrder::Part part);
  void close(UnitOrder::Part part);

  std::vector<std::unique_ptr<UnitGroup>> groups;
  llvm::DenseMap<UnitOrder::Part, UnitGroup *> byPart;
  SmallVector<UnitGroup *> open;
};
} // namespace

/// Returns the open group whose only op is the fill of the output of `op`, or
/// null.
UnitGroup *Grouper::fillOf(LinalgOp op) {
  if (op.getNumDpsInits() == 1 && !isa<linalg::FillOp>(op))
    for (UnitGroup *group : open)
      if (group->isFillOf(op.getDpsInits()[0]))
        return group;
  return nullptr;
}

static bool readsFrom(LinalgOp op, const UnitGroup &group) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return isa<MemRefType>(operand.getType()) &&
           group.effects.writes.contains(bufferOf(operand));
  });
}

static bool isRecomputed(Operation *op) {
  return op->hasAttr(recomputedAttrName);
}

/// Returns true if `op` reads 8-bit floats that the group stores.
static bool readsEightBits(const UnitGroup &group, Operation *op) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    auto element = type ? dyn_cast<FloatType>(type.getElementType()) : nullptr;
    return element && element.getWidth() == 8 &&
           group.effects.writes.contains(bufferOf(operand));
  });
}

/// Returns true if `op` must not join `group`. Recomputed values, and values
/// read from 8-bit floats, join no kernel before the memory peak, which would
/// save them.
static bool isTooEarly(const UnitGroup &group, Operation *op) {
  return (isRecomputed(op) && llvm::none_of(group.ops, isRecomputed)) ||
         readsEightBits(group, op);
}

/// Returns the latest group that `op` can join, preferably one whose result it
/// reads.
UnitGroup *Grouper::groupFor(LinalgOp op, UnitGroup *fill) {
  if (!hasOwnElements(op))
    return nullptr;
  Candidate candidate(op);
  UnitGroup *sibling = nullptr;
  for (UnitGroup *group : llvm::reverse(open)) {
    if (group == fill || isTooEarly(*group, op) || !group->canFollow(candidate))
      continue;
    if (readsFrom(op, *group))
      return group;
    if (!sibling)
      sibling = group;
  }
  return sibling;
}

/// Returns the groups that `op` reads from, or that read the same rows; latest
/// first.
SmallVector<UnitGroup *> Grouper::nearRows(GenericOp op, UnitOrder::Part part) {
  llvm::SmallSetVector<UnitGroup *, 8> near;
  auto add = [&](ArrayRef<UnitOrder::Part> parts) {
    for (UnitOrder::Part other : parts)
      if (UnitGroup *group = byPart.lookup(other);
          group && other != part && !isTooEarly(*group, op))
        near.insert(group);
  };
  add(order.needsOf(part));
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<MemRefType>(input->get().getType()) &&
        op.getMatchingIndexingMap(input).isIdentity())
      add(order.readersOf(input->get()));
  SmallVector<UnitGroup *> groups(near.begin(), near.end());
  llvm::sort(groups, [&](UnitGroup *a, UnitGroup *b) {
    return order.lastOf(a->part) > order.lastOf(b->part);
  });
  return groups;
}

static bool isSmall(ArrayRef<Operation *> ops) {
  llvm::SmallPtrSet<Value, 16> buffers;
  size_t body = 0;
  for (Operation *op : ops) {
    buffers.insert(op->operand_begin(), op->operand_end());
    op->walk([&](Operation *) { ++body; });
  }
  return buffers.size() <= maxOperands && body <= maxRowBody;
}

/// Returns true if an op has elements along the rows. Ops with one number per
/// row, which later kernels may read, need no fusion.
static bool worksOnRows(ArrayRef<Operation *> ops, std::optional<Rows> rows) {
  return rows && llvm::any_of(ops, [&](Operation *op) {
           return partOf(op, *rows) != RowPart::Whole;
         });
}

/// Merges `op` with the groups that work on the same rows; null if there are
/// none.
UnitGroup *Grouper::rowsFor(GenericOp op, UnitOrder::Part part,
                            UnitGroup *fill) {
  SmallVector<UnitOrder::Part> parts = {part};
  SmallVector<Operation *> ops = {op};
  SmallVector<UnitGroup *> members;
  if (fill) {
    parts.push_back(fill->part);
    ops.push_back(fill->ops.front());
  }
  for (UnitGroup *group : nearRows(op, part)) {
    if (group == fill)
      continue;
    SmallVector<Operation *> all(ops);
    all.append(group->ops);
    llvm::sort(
        all, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    parts.push_back(group->part);
    if (isSmall(all) && worksOnRows(group->ops, rowsOf(all)) &&
        order.canMoveTogether(parts)) {
      ops = std::move(all);
      members.push_back(group);
    } else {
      parts.pop_back();
    }
  }
  if (members.empty())
    return nullptr;
  UnitGroup *all = members.front();
  for (UnitGroup *member : ArrayRef(members).drop_front()) {
    merge(all->effects, member->effects);
    all->isOpen &= member->isOpen;
    member->ops.clear();
    llvm::erase(open, member);
    byPart.erase(member->part);
  }
  byPart.erase(all->part);
  llvm::erase(open, all);
  if (fill) {
    merge(all->effects, fill->effects);
    fill->ops.clear();
    llvm::erase(open, fill);
    byPart.erase(fill->part);
  }
  merge(all->effects, effectsOf(op));
  all->ops = std::move(ops);
  all->hasRows = true;
  all->part = order.meet(parts);
  byPart[all->part] = all;
  return all;
}

/// Closes the groups that `part` depends on: only row groups may still include
/// them.
void Grouper::close(UnitOrder::Part part) {
  for (UnitOrder::Part need : order.needsOf(part))
    if (UnitGroup *group = byPart.lookup(need)) {
      group->isOpen = false;
      llvm::erase(open, group);
    }
}

void Grouper::visit(Operation *op) {
  if (!UnitOrder::isPart(op))
    return;
  UnitOrder::Part part = order.add(op);
  if (!isUnitOp(op))
    return close(part);
  auto linalgOp = dyn_cast<LinalgOp>(op);
  UnitGroup *fill = linalgOp ? fillOf(linalgOp) : nullptr, *joined = nullptr;
  if (linalgOp && !isa<linalg::FillOp>(op))
    joined = groupFor(linalgOp, fill);
  bool endsSums = joined && joined->reduction && !rowsOf(joined->ops);
  if (auto generic = dyn_cast<GenericOp>(op); generic && !endsSums)
    if (UnitGroup *rows = rowsFor(generic, part, fill))
      return close(rows->part);
  SmallVector<UnitOrder::Part> parts;
  if (joined)
    parts.push_back(joined->part);
  if (joined && fill) {
    joined->add(fill->ops.front());
    parts.push_back(fill->part);
    fill->ops.clear();
    llvm::erase(open, fill);
    byPart.erase(fill->part);
  } else if (fill) {
    joined = fill;
    parts.push_back(fill->part);
  }
  if (!joined) {
    joined = groups.emplace_back(std::make_unique<UnitGroup>()).get();
    joined->part = part;
    open.push_back(joined);
  }
  parts.push_back(part);
  joined->add(op);
  byPart.erase(joined->part);
  joined->part = order.meet(parts);
  byPart[joined->part] = joined;
  close(joined->part);
}

SmallVector<SmallVector<Operation *>> Grouper::take() {
  SmallVector<SmallVector<Operation *>> result;
  for (auto &group : groups)
    if (!group->ops.empty())
      result.push_back(std::move(group->ops));
  return result;
}

SmallVector<SmallVector<Operation *>> amp::lowering::groupUnits(Block &block) {
  Grouper grouper;
  for (Operation &op : block)
    grouper.visit(&op);
  grouper.order.reorder(block);
  return grouper.take();
}
