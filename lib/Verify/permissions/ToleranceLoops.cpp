// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while (%x : bf16, compare GT, norm(%x), 1e-6)   ==>   breaks "… stay f32"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Returns the loop whose condition `op` is part of; null if there is none.
static Operation *loopOfTest(Operation *op) {
  Operation *around = op->getParentOp();
  bool isTest = isHlo(op, OpKind::compare) && isHlo(around, OpKind::while_) &&
                op->getParentRegion() == &around->getRegion(0);
  return isTest ? around : nullptr;
}

LogicalResult amp::verify::checkToleranceLoops(const InputGraph &graph) {
  for (auto [number, test] : llvm::enumerate(graph.nodes)) {
    Operation *loop = test.isCarried ? nullptr : loopOfTest(test.op);
    if (!loop)
      continue;
    auto isWithin = [&](unsigned n) {
      const ProgramNode &node = graph.nodes[n];
      return !node.isProduct && loop->isAncestor(node.op);
    };
    llvm::BitVector before = graph.reach({unsigned(number)},
                                         /*forward=*/false, isWithin);
    for (unsigned n : before.set_bits()) {
      const ProgramNode &node = graph.nodes[n];
      if (node.isCarried && node.op == loop && node.isLow && !node.isAsked)
        return breaks(loop, Guarantee::structure)
               << "expects f32 for a value that ends a loop";
    }
  }
  return success();
}
