// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce(%a) { add %x, %y }, reduce(%b) { add %u, %v }   ==>   pair(%a, %b)
#include "lib/Verify/AlikeOps.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::amp;

bool verify::areAlike(Operation *a, Operation *b,
                      function_ref<void(Value, Value)> pair) {
  llvm::DenseMap<Value, Value> inside;
  auto compareUses = [&](Value x, Value y) {
    auto known = inside.find(x);
    if (known != inside.end())
      return success(known->second == y);
    pair(x, y);
    return success();
  };
  auto define = [&](Value x, Value y) { inside[x] = y; };
  return OperationEquivalence::isEquivalentTo(
      a, b, compareUses, define, OperationEquivalence::IgnoreLocations);
}
