// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Units/UnitGroup.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;
using linalg::LinalgOp;

/// Limit on the ops of the bodies; larger bodies spill registers.
static constexpr size_t maxBody = 192;

void amp::lowering::merge(Effects &into, const Effects &from) {
  into.reads.insert(from.reads.begin(), from.reads.end());
  into.writes.insert(from.writes.begin(), from.writes.end());
}

Candidate::Candidate(LinalgOp op)
    : op(op), loopRanges(op.getStaticLoopRanges()), effects(effectsOf(op)),
      loaded(loadedFor(op)) {}

void UnitGroup::add(Operation *op) {
  ops.push_back(op);
  effectsOfOps.push_back(effectsOf(op));
  merge(effects, effectsOfOps.back());
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

bool UnitGroup::isFillOf(Value buffer) const {
  auto fill = dyn_cast<linalg::FillOp>(ops.front());
  return isOpen && ops.size() == 1 && fill && fill.output() == buffer;
}

/// Returns true if `op` accesses the root of `buffer` only as `buffer`, with
/// the indexing map `map`.
static bool accessesOnly(LinalgOp op, Value root, Value buffer, AffineMap map) {
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    Value value = operand.get();
    if (!isa<MemRefType>(value.getType()) || bufferOf(value) != root)
      return true;
    return value == buffer && op.getMatchingIndexingMap(&operand) == map;
  });
}

/// Returns true if a thread that executes `a`, then the candidate, in the same
/// iteration space, accesses only its own elements of buffers that either op
/// writes.
static bool staysApart(LinalgOp a, const Effects &effectsOfA,
                       const Candidate &candidate) {
  LinalgOp b = candidate.op;
  for (auto [writer, effects] :
       {std::pair(a, &candidate.effects), std::pair(b, &effectsOfA)})
    for (OpOperand &out : writer.getDpsInitsMutable()) {
      AffineMap map = writer.getMatchingIndexingMap(&out);
      Value root = bufferOf(out.get());
      if (!effects->reads.contains(root) && !effects->writes.contains(root))
        continue;
      if (!map.isPermutation() || !accessesOnly(a, root, out.get(), map) ||
          !accessesOnly(b, root, out.get(), map))
        return false;
    }
  return true;
}

/// Returns true if the candidate reads each result of `reduction` only in the
/// thread that computes it, and writes no operand of the reduction.
static bool followsSums(GenericOp reduction, Effects sums,
                        const Candidate &candidate) {
  LinalgOp op = candidate.op;
  auto identity =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  for (OpOperand &out : reduction.getDpsInitsMutable()) {
    Value root = bufferOf(out.get());
    if (!isPlain(out.get().getType()) ||
        !accessesOnly(op, root, out.get(), identity))
      return false;
    sums.reads.erase(root);
  }
  return llvm::none_of(candidate.effects.writes,
                       [&](Value root) { return sums.reads.contains(root); });
}

bool amp::lowering::hasOwnElements(LinalgOp op) {
  return op.getNumReductionLoops() == 0 &&
         llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &out) {
           return op.getMatchingIndexingMap(&out).isIdentity();
         });
}

bool UnitGroup::canFollow(const Candidate &candidate) const {
  LinalgOp op = candidate.op;
  if (!isOpen || hasRows || candidate.loopRanges != points ||
      operands + op->getNumOperands() > maxOperands || body > maxBody)
    return false;
  if (ops.size() == 1 && isa<linalg::FillOp>(ops.front()))
    return false; // the op that updates the fill joins it first
  if (llvm::any_of(candidate.loaded, [&](Value buffer) {
        return effects.writes.contains(buffer);
      }))
    return false;
  bool reads = false;
  for (Value input : op->getOperands())
    reads |= isa<MemRefType>(input.getType()) &&
             effects.writes.contains(bufferOf(input));
  if (reduction && !reads)
    return false;
  for (auto [before, itsEffects] : llvm::zip_equal(ops, effectsOfOps)) {
    auto linalgOp = dyn_cast<LinalgOp>(before);
    if (!linalgOp ||
        !(linalgOp == reduction ? followsSums(reduction, itsEffects, candidate)
                                : staysApart(linalgOp, itsEffects, candidate)))
      return false;
  }
  return true;
}
