// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/Native.h"
#include "lib/OpModel/GraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

Value native::either(OpBuilder &builder, Location loc, ArrayRef<Value> flags) {
  Value all = flags.front();
  for (Value other : flags.drop_front())
    if (other != all)
      all = GraphBuilder(builder, loc).apply("or", {all, other});
  return all;
}

void native::yield(OpBuilder &builder, Operation *op, ValueRange operands) {
  Dialect *dialect = op->getDialect();
  StringRef space =
      dialect ? dialect->getNamespace() : op->getName().getDialectNamespace();
  OperationState state(op->getLoc(), (space + ".return").str(), operands,
                       TypeRange());
  builder.create(state);
}

Operation *native::extend(Operation *op, ValueRange operands,
                          TypeRange results) {
  OpBuilder builder(op);
  SmallVector<Value> allOperands(op->getOperands());
  llvm::append_range(allOperands, operands);
  SmallVector<Type> allResults(op->getResultTypes());
  llvm::append_range(allResults, results);
  OperationState state(op->getLoc(), op->getName(), allOperands, allResults);
  state.addAttributes(op->getAttrDictionary().getValue());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *extended = builder.create(state);
  for (auto [to, from] : llvm::zip(extended->getRegions(), op->getRegions()))
    to.takeBody(from);
  op->replaceAllUsesWith(
      extended->getResults().take_front(op->getNumResults()));
  op->erase();
  return extended;
}
