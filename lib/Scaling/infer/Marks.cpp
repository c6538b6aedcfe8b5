// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/Marks.h"
#include "lib/OpModel/Kinds.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

using Node = StepGraph::Node;

//===----------------------------------------------------------------------===//
// Seeds
//===----------------------------------------------------------------------===//

/// Marks are in the function itself: calls of others around them are inlined.
void MarkWriter::findSeedCalls() {
  llvm::SetVector<Operation *> around;
  auto add = [&](uint32_t frame) {
    if (Operation *call = graph.outermostCall(frame))
      around.insert(call);
  };
  for (const Seed &seed : found.seeds.all) {
    if (seed.slots.empty())
      add(graph.definitionOf(seed.value).frame);
    for (unsigned slot : seed.slots)
      add(graph.getNodes()[graph.nodeAt(slot)].frame);
  }
  calls = around.takeVector();
}

void MarkWriter::addSeeds() {
  OpBuilder builder(function.getContext());
  auto make = [&](Value value) {
    seeds.push_back(
        SeedOp::create(builder, value.getLoc(), value.getType(), group, value));
    return seeds.back();
  };
  for (const Seed &seed : found.seeds.all) {
    Value value = graph.valueOf(seed.value);
    if (seed.slots.empty()) {
      builder.setInsertionPointAfterValue(value);
      SeedOp made = make(value);
      value.replaceAllUsesExcept(made.getOutput(), made);
      continue;
    }
    // One mark for all uses in the block of the value, if they are there.
    llvm::MapVector<std::pair<Value, Block *>, SmallVector<OpOperand *>> uses;
    for (unsigned slot : seed.slots) {
      OpOperand *use = graph.operandAt(slot);
      uses[{use->get(), use->getOwner()->getBlock()}].push_back(use);
    }
    for (auto &[where, operands] : uses) {
      Operation *first = operands.front()->getOwner();
      for (OpOperand *use : operands)
        if (use->getOwner()->isBeforeInBlock(first))
          first = use->getOwner();
      builder.setInsertionPoint(first);
      SeedOp made = make(where.first);
      for (OpOperand *use : operands)
        use->set(made.getOutput());
    }
  }
}

void MarkWriter::eraseSeeds() {
  for (SeedOp seed : seeds) {
    seed.getOutput().replaceAllUsesWith(seed.getValue());
    seed.erase();
  }
  seeds.clear();
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// One number everywhere, broadcast or not.
static bool isFactor(Value value) {
  Operation *op = value.getDefiningOp();
  while (isHlo(op, OpKind::broadcast_in_dim))
    op = op->getOperand(0).getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

/// The value without the factors that an optimizer puts in front of it.
static Value withoutFactors(Value value, const DegreeAnalysis &degrees) {
  for (;;) {
    Operation *op = value.getDefiningOp();
    bool isProduct = isHlo(op, OpKind::multiply);
    if (!isProduct && !isHlo(op, OpKind::divide))
      return value;
    Value a = op->getOperand(0), b = op->getOperand(1), next;
    if (isFactor(b))
      next = a;
    else if (isProduct && isFactor(a))
      next = b;
    if (!next || !degrees.of(next).degree.isScaled() ||
        next.getDefiningOp<SeedOp>())
      return value;
    value = next;
  }
}

/// Returns whether gradients are computed from what the op computes.
bool MarkWriter::isInside(Operation *op, const llvm::BitVector &inside) const {
  return llvm::any_of(op->getResults(), [&](Value result) {
    return inside[graph.numberOf(result)];
  });
}

/// Returns whether what a node computes has the scale; in a function that is
/// called, it may have it.
static bool isScaled(const Node &node, const DegreeAnalysis &degrees) {
  return node.frame != 0 || !node.op ||
         llvm::any_of(node.op->getResults(), [&](Value result) {
           return degrees.of(result).degree.isScaled();
         });
}

/// Terms of which no use leaks, because it depends on the sign alone.
SmallVector<Value> MarkWriter::listSilent(const DegreeAnalysis &degrees,
                                          llvm::BitVector reaching) const {
  for (unsigned round = 0; round < 2; ++round)
    for (const Node &node : llvm::reverse(graph.getNodes())) {
      bool reaches = false;
      for (unsigned i = 0; i < node.numResults; ++i)
        reaches |= reaching[node.firstResult + i];
      if (reaches && isScaled(node, degrees))
        for (unsigned operand : graph.operandsOf(node))
          reaching.set(operand);
    }
  SmallVector<Value> silent;
  for (unsigned term : found.terms)
    if (!reaching[term] && graph.definitionOf(term).frame == 0)
      silent.push_back(graph.valueOf(term));
  return silent;
}

/// Values that leave the backward pass, each before it is changed by anything
/// but a factor; not those that are computed from another one.
SmallVector<Value> MarkWriter::listGradients(const DegreeAnalysis &degrees,
                                             const llvm::BitVector &inside) {
  llvm::SetVector<Value> all, inner;
  for (const Leak &leak : degrees.leaks) {
    Value value = leak.op->getOperand(leak.operand);
    bool isReturned = leak.op->hasTrait<OpTrait::IsTerminator>();
    if (!inside[graph.numberOf(value)])
      all.insert(isReturned ? value : withoutFactors(value, degrees));
    else if (!isInside(leak.op, inside))
      inner.insert(value); // other gradients are computed from it
  }
  llvm::BitVector own(graph.numValues()), derived(graph.numValues());
  for (Value value : all)
    own.set(graph.numberOf(value));
  for (unsigned round = 0; round < 2; ++round)
    for (const Node &node : graph.getNodes())
      for (unsigned operand : graph.operandsOf(node)) {
        bool isDerived =
            (own[operand] || derived[operand]) &&
            !(node.isLoop && operand > node.firstResult) && // its own sum
            isScaled(node, degrees);
        if (isDerived)
          derived.set(node.firstResult, node.firstResult + node.numResults);
      }
  SmallVector<Value> gradients;
  for (Value value : all)
    if (!derived[graph.numberOf(value)])
      gradients.push_back(value);
  llvm::append_range(gradients, inner);
  llvm::append_range(gradients, listSilent(degrees, own));
  return gradients;
}

static Doubt scattered() {
  return {"gradients are used in several places, such as a loop and behind it, "
          "before all of them are known",
          "amp.gradients written where they are complete",
          {}};
}

/// Gradients that are computed from states that others updated are behind
/// these: each level has a mark of its own.
void MarkWriter::addGradients(ArrayRef<Value> values,
                              const llvm::BitVector &inside) {
  Value any = values.front();
  Block *block = any.getParentBlock();
  for (Value value : values)
    if (value.getParentBlock() != block) {
      doubt = scattered();
      doubtOp = value.getDefiningOp();
      return;
    }
  llvm::DenseSet<Value> own(values.begin(), values.end());
  llvm::DenseMap<Operation *, unsigned> levels;
  auto levelOf = [&](Value value) {
    Operation *op = value.getDefiningOp();
    Operation *around = op ? block->findAncestorOpInBlock(*op) : nullptr;
    return around ? levels.lookup(around) : 0;
  };
  for (Operation &op : *block) {
    unsigned level = 0;
    bool isBackward = isInside(&op, inside);
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        level = std::max(level, levelOf(operand) +
                                    (own.contains(operand) && !isBackward));
    });
    levels[&op] = level;
  }
  std::map<unsigned, SmallVector<Value>> byLevel;
  for (Value value : values)
    byLevel[levelOf(value)].push_back(value);
  for (auto &[level, some] : byLevel)
    addMark(some, inside);
}

void MarkWriter::addMark(ArrayRef<Value> values,
                         const llvm::BitVector &inside) {
  Value any = values.front();
  Block *block = any.getParentBlock();
  Operation *last = nullptr;
  for (Value value : values) {
    gradientNumbers.push_back(graph.numberOf(value));
    Operation *op = value.getDefiningOp();
    if (op && (!last || last->isBeforeInBlock(op)))
      last = op;
  }
  OpBuilder builder(function.getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(block);
  auto gradients = GradientsOp::create(
      builder, last ? last->getLoc() : function.getLoc(),
      ValueRange(values).getTypes(), group, values, nullptr);
  moveReaders(gradients, inside);
  for (auto [value, marked] : llvm::zip_equal(values, gradients.getOutputs())) {
    Value from = value;
    from.replaceUsesWithIf(marked, [&](OpOperand &use) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      return user && gradients->isBeforeInBlock(user);
    });
  }
}

/// Moves what is computed from some gradients behind the mark of all of them.
void MarkWriter::moveReaders(GradientsOp gradients,
                             const llvm::BitVector &inside) {
  Block *block = gradients->getBlock();
  llvm::DenseSet<Value> values, moved;
  for (Value value : gradients.getValues())
    values.insert(value);
  SmallVector<Operation *> readers;
  for (Operation &op : *block) {
    if (&op == gradients)
      break;
    if (isInside(&op, inside))
      continue;
    bool reads = op.walk([&](Operation *inner) {
                     for (Value operand : inner->getOperands())
                       if (moved.contains(operand) ||
                           (values.contains(operand) &&
                            !llvm::is_contained(op.getResults(), operand)))
                         return WalkResult::interrupt();
                     return WalkResult::advance();
                   }).wasInterrupted();
    if (!reads)
      continue;
    for (Value result : op.getResults()) {
      if (values.contains(result))
        return; // another gradient needs it
      moved.insert(result);
    }
    readers.push_back(&op);
  }
  Operation *after = gradients;
  for (Operation *op : readers) {
    op->moveAfter(after);
    after = op;
  }
}

/// Ops inside of the backward pass may read gradients unscaled; behind it,
/// nothing reads them but the mark.
void MarkWriter::checkLeaks(const llvm::BitVector &inside) {
  DegreeAnalysis degrees(findStep(function, symbols));
  for (const Leak &leak : degrees.leaks) {
    Value value = leak.op->getOperand(leak.operand);
    unsigned number = graph.numberOf(value);
    if (isa<GradientsOp>(leak.op) ||
        (inside[number] && isInside(leak.op, inside)))
      continue;
    doubt = scattered();
    doubtOp = leak.op;
    return;
  }
}

void MarkWriter::markGradients() {
  findSeedCalls();
  if (!calls.empty())
    return;
  addSeeds();
  Step step = findStep(function, symbols);
  for (Group &marked : step.groups) // a seed in a loop is no step in a loop
    marked.home = &function.getFunctionBody().front();
  DegreeAnalysis degrees(step);
  if (!degrees.calls.empty()) {
    calls = degrees.calls;
    return eraseSeeds();
  }
  // Scaled values that are no gradients yet.
  llvm::BitVector inside = found.seeds.scaled;
  for (unsigned term : found.terms)
    inside.reset(term);
  SmallVector<Value> values = listGradients(degrees, inside);
  if (values.empty()) { // all are read by functions that are called
    for (unsigned term : found.terms)
      calls.push_back(graph.outermostCall(graph.definitionOf(term).frame));
    llvm::sort(calls);
    calls.erase(llvm::unique(calls), calls.end());
    return eraseSeeds();
  }
  addGradients(values, inside);
  if (!doubt)
    checkLeaks(inside);
}
