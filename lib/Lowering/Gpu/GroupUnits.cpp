// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fill %c; contraction outs(%c); ...; generic ins(%c, %bias) outs(%d)
//   ==>   one unit at the place of its last op, if nothing between minds
#include "lib/Lowering/Gpu/Units.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using linalg::GenericOp;
using linalg::LinalgOp;

/// Kernels with more pointers than this, or larger bodies, spill.
static constexpr size_t maxOperands = 24, maxBody = 192;

namespace {
/// Ops that one kernel does, while others may still join.
struct Group {
  SmallVector<Operation *> ops;
  Effects effects;
  bool isOpen = true;
  size_t operands = 0, body = 0;
  GenericOp reduction;         // the one op that sums, if there is one
  SmallVector<int64_t> points; // where each thread has its own elements

  void add(Operation *op);
  bool isFillOf(Value buffer) const;
  bool canFollow(LinalgOp op) const;
};
} // namespace

static void merge(Effects &into, const Effects &from) {
  into.reads.insert(from.reads.begin(), from.reads.end());
  into.writes.insert(from.writes.begin(), from.writes.end());
}

void Group::add(Operation *op) {
  ops.push_back(op);
  merge(effects, effectsOf(op));
  operands += op->getNumOperands();
  op->walk([&](Operation *) { ++body; });
  auto linalgOp = dyn_cast<LinalgOp>(op);
  if (!linalgOp)
    return;
  if (linalgOp.getNumReductionLoops()) {
    reduction = cast<GenericOp>(op);
    points = llvm::to_vector(
        cast<MemRefType>(linalgOp.getDpsInits()[0].getType()).getShape());
  } else if (!reduction) {
    points = linalgOp.getStaticLoopRanges();
  }
}

bool Group::isFillOf(Value buffer) const {
  auto fill = dyn_cast<linalg::FillOp>(ops.front());
  return isOpen && ops.size() == 1 && fill && fill.output() == buffer;
}

/// Where `op` accesses `buffer`'s root: the buffer by this map only.
static bool accessesOnly(LinalgOp op, Value root, Value buffer, AffineMap map) {
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    Value value = operand.get();
    if (!isa<MemRefType>(value.getType()) || bufferOf(value) != root)
      return true;
    return value == buffer && op.getMatchingIndexingMap(&operand) == map;
  });
}

/// Each thread of `a` then `b`, in loops that correspond, touches only its own
/// elements of what one writes and the other reads or writes.
static bool staysApart(LinalgOp a, LinalgOp b) {
  for (auto [writer, other] : {std::pair(a, b), std::pair(b, a)})
    for (OpOperand &out : writer.getDpsInitsMutable()) {
      AffineMap map = writer.getMatchingIndexingMap(&out);
      Value root = bufferOf(out.get());
      if (!effectsOf(other).reads.contains(root) &&
          !effectsOf(other).writes.contains(root))
        continue;
      if (!map.isPermutation() || !accessesOnly(a, root, out.get(), map) ||
          !accessesOnly(b, root, out.get(), map))
        return false;
    }
  return true;
}

/// `op`, whose loops walk the results of `reduction`, reads them where the same
/// thread has them, and writes nothing that the sums still read.
static bool followsSums(GenericOp reduction, LinalgOp op) {
  Effects sums = effectsOf(reduction), effects = effectsOf(op);
  auto identity =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  for (OpOperand &out : reduction.getDpsInitsMutable()) {
    Value root = bufferOf(out.get());
    if (!isPlain(out.get().getType()) ||
        !accessesOnly(op, root, out.get(), identity))
      return false;
    sums.reads.erase(root);
  }
  return llvm::none_of(effects.writes,
                       [&](Value root) { return sums.reads.contains(root); });
}

bool Group::canFollow(LinalgOp op) const {
  if (!isOpen || op.getNumReductionLoops() ||
      op.getStaticLoopRanges() != points ||
      operands + op->getNumOperands() > maxOperands || body > maxBody ||
      !llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &out) {
        return op.getMatchingIndexingMap(&out).isIdentity();
      }))
    return false;
  if (ops.size() == 1 && isa<linalg::FillOp>(ops.front()))
    return false; // until the op comes that updates it
  bool reads = false;
  for (Value input : op->getOperands())
    reads |= isa<MemRefType>(input.getType()) &&
             effects.writes.contains(bufferOf(input));
  if (reduction && !reads)
    return false;
  return llvm::all_of(ops, [&](Operation *before) {
    auto linalgOp = dyn_cast<LinalgOp>(before);
    if (!linalgOp)
      return false;
    return linalgOp == reduction ? followsSums(reduction, op)
                                 : staysApart(linalgOp, op);
  });
}

static bool isUnitOp(Operation *op) {
  return isa<LinalgOp, memref::StoreOp>(op) || isScalarNest(op);
}

namespace {
class Grouper {
public:
  void visit(Operation *op);
  SmallVector<SmallVector<Operation *>> take();

private:
  Group *groupFor(LinalgOp op, Group *fill);
  SmallVector<std::unique_ptr<Group>> groups;
};
} // namespace

/// The latest group that `op` can follow, one that it reads from first.
Group *Grouper::groupFor(LinalgOp op, Group *fill) {
  Group *sibling = nullptr;
  for (auto &group : llvm::reverse(groups)) {
    if (group.get() == fill || !group->canFollow(op))
      continue;
    for (Value operand : op->getOperands())
      if (isa<MemRefType>(operand.getType()) &&
          group->effects.writes.contains(bufferOf(operand)))
        return group.get();
    if (!sibling)
      sibling = group.get();
  }
  return sibling;
}

void Grouper::visit(Operation *op) {
  Effects effects = effectsOf(op);
  auto linalgOp = dyn_cast<LinalgOp>(op);
  Group *joined = nullptr;
  if (isUnitOp(op)) {
    Group *fill = nullptr;
    if (linalgOp && linalgOp.getNumDpsInits() == 1 && !isa<linalg::FillOp>(op))
      for (auto &group : groups)
        if (group->isFillOf(linalgOp.getDpsInits()[0]))
          fill = group.get();
    if (linalgOp && !isa<linalg::FillOp>(op))
      joined = groupFor(linalgOp, fill);
    if (joined && fill) {
      joined->add(fill->ops.front());
      llvm::erase_if(groups, [&](auto &group) { return group.get() == fill; });
    } else if (fill) {
      joined = fill;
    }
    if (!joined)
      joined = groups.emplace_back(std::make_unique<Group>()).get();
    joined->add(op);
  }
  for (auto &group : groups)
    if (group.get() != joined && conflict(group->effects, effects))
      group->isOpen = false;
}

SmallVector<SmallVector<Operation *>> Grouper::take() {
  SmallVector<SmallVector<Operation *>> result;
  for (auto &group : groups)
    result.push_back(std::move(group->ops));
  return result;
}

SmallVector<SmallVector<Operation *>> amp::groupUnits(Block &block) {
  Grouper grouper;
  for (Operation &op : block)
    grouper.visit(&op);
  return grouper.take();
}
