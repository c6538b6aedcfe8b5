// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (%x : bf16, compare GT, norm(%x), 1e-6)   ==>   breaks "… stay f32",
// also if an iteration compares and carries the result
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Returns the ops that read floats to compute the condition of `loop`, in the
/// condition or in an iteration before.
static SmallVector<Operation *> findTests(Operation *loop) {
  Operation *test = loop->getRegion(0).front().getTerminator();
  Operation *next = loop->getRegion(1).front().getTerminator();
  SmallVector<Value> work = {test->getOperand(0)};
  llvm::DenseSet<Value> seen;
  SmallVector<Operation *> tests;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (isFloat(value.getType()) || !seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner()->getParentOp() == loop)
        work.push_back(next->getOperand(argument.getArgNumber()));
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!loop->isAncestor(op))
      continue;
    if (llvm::any_of(op->getOperandTypes(), isFloat))
      tests.push_back(op);
    llvm::append_range(work, op->getOperands());
  }
  return tests;
}

LogicalResult amp::verify::checkToleranceLoops(const InputGraph &graph) {
  llvm::SetVector<Operation *> loops;
  for (const ProgramNode &node : graph.nodes)
    if (isHlo(node.op, OpKind::while_))
      loops.insert(node.op);
  for (Operation *loop : loops) {
    SmallVector<Operation *> tests = findTests(loop);
    SmallVector<unsigned> from;
    for (auto [number, node] : llvm::enumerate(graph.nodes))
      if (!node.isCarried && llvm::is_contained(tests, node.op))
        from.push_back(number);
    if (from.empty())
      continue;
    auto isWithin = [&](unsigned n) {
      const ProgramNode &node = graph.nodes[n];
      return !node.isProduct && loop->isAncestor(node.op);
    };
    llvm::BitVector before = graph.reach(from, /*forward=*/false, isWithin);
    for (unsigned n : before.set_bits()) {
      const ProgramNode &node = graph.nodes[n];
      if (node.isCarried && node.op == loop && node.isLow && !node.isAsked)
        return breaks(loop, Guarantee::structure)
               << "expects f32 for a value that ends a loop";
    }
  }
  return success();
}
