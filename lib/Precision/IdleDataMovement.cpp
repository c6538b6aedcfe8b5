// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// broadcast(f32 op) : f16, used by f32 ops alone   ==>   idle
#include "lib/Precision/IdleDataMovement.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Returns true if the op of `node` handles 16-bit floats in the input program.
static bool isHalf(const SlotNode &node) {
  auto isShort = [](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element.getWidth() < 32;
  };
  return llvm::any_of(node.op->getOperandTypes(), isShort) ||
         llvm::any_of(node.op->getResultTypes(), isShort);
}

bool amp::precision::movesOrSelects(const SlotNode &node) {
  return moves(node) || namedKindOf(node.op) == OpKind::select;
}

SmallVector<unsigned>
amp::precision::findIdleDataMovement(const SlotGraph &graph,
                                     function_ref<bool(unsigned)> isMove,
                                     function_ref<bool(unsigned)> isLow) {
  llvm::BitVector used(graph.nodes.size());
  SmallVector<unsigned> work;
  for (unsigned n = 0; n < graph.nodes.size(); ++n)
    if (!isMove(n) && (isLow(n) || isHalf(graph.nodes[n])))
      work.push_back(n);
  while (!work.empty()) {
    unsigned n = work.pop_back_val();
    for (ArrayRef<unsigned> side : {graph.usersOf(n), graph.definitionsOf(n)})
      for (unsigned beside : side)
        if (!used.test(beside) && isMove(beside) && isLow(beside)) {
          used.set(beside);
          work.push_back(beside);
        }
  }
  SmallVector<unsigned> idle;
  for (unsigned n = 0; n < graph.nodes.size(); ++n)
    if (isMove(n) && isLow(n) && !used.test(n))
      idle.push_back(n);
  return idle;
}
