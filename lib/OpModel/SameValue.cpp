// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %0 = exp %x, %1 = exp %x   ==>   %0 and %1 are the same value
#include "lib/OpModel/SameValue.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

static bool isSame(Value a, Value b, unsigned depth) {
  if (a == b)
    return true;
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  if (!left || !right || depth == 0 || left->getName() != right->getName() ||
      cast<OpResult>(a).getResultNumber() !=
          cast<OpResult>(b).getResultNumber() ||
      !isMemoryEffectFree(left) || !isMemoryEffectFree(right))
    return false;
  return OperationEquivalence::isEquivalentTo(
      left, right,
      [&](Value x, Value y) { return success(isSame(x, y, depth - 1)); },
      /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

bool amp::isSameValue(Value a, Value b) {
  constexpr unsigned maxDepth = 6;
  return isSame(a, b, maxDepth);
}
