// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/EffectSearch.h"
#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

bool EffectSearch::hasEffects(Operation *op) {
  auto isAny = [&](Operation *parent) {
    return llvm::any_of(parent->getRegions(), [&](Region &region) {
      return llvm::any_of(region.getOps(),
                          [&](Operation &inner) { return hasEffects(&inner); });
    });
  };
  // A barrier only limits compilers: it is not pure, but returns its operands.
  if (isa_and_present<AmpDialect>(op->getDialect()) || isTerminator(op) ||
      isHlo(op, OpKind::optimization_barrier))
    return false;
  if (StringAttr name = findCallee(op))
    if (auto callee = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
            op, name)) {
      auto [entry, isNew] = known.try_emplace(callee, false);
      return isNew ? known[callee] = isAny(callee) : entry->second;
    }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return isAny(op);
  return !isMemoryEffectFree(op);
}

SmallVector<Operation *> EffectSearch::list(Block::iterator begin,
                                            Block::iterator end) {
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::make_range(begin, end))
    if (hasEffects(&op))
      ops.push_back(&op);
  return ops;
}
