// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/Native.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;

static Operation *create(OpBuilder &builder, Location loc, StringRef name,
                         ValueRange operands, TypeRange results,
                         ArrayRef<NamedAttribute> attributes = {}) {
  OperationState state(loc, name, operands, results, attributes);
  return builder.create(state);
}

Value native::constant(OpBuilder &builder, Location loc,
                       DenseElementsAttr value) {
  return create(builder, loc, "stablehlo.constant", {}, value.getType(),
                builder.getNamedAttr("value", value))
      ->getResult(0);
}

Value native::flag(OpBuilder &builder, Location loc, bool value) {
  auto type = RankedTensorType::get({}, builder.getI1Type());
  return constant(builder, loc, DenseElementsAttr::get(type, value));
}

Value native::number(OpBuilder &builder, Location loc, float value) {
  auto type = RankedTensorType::get({}, builder.getF32Type());
  return constant(builder, loc, DenseElementsAttr::get(type, value));
}

Value native::either(OpBuilder &builder, Location loc, ArrayRef<Value> flags) {
  Value all = flags.front();
  for (Value other : flags.drop_front())
    if (other != all)
      all = create(builder, loc, "stablehlo.or", {all, other}, all.getType())
                ->getResult(0);
  return all;
}

Value native::countIf(OpBuilder &builder, Location loc, Value count,
                      Value flag) {
  Value one = create(builder, loc, "stablehlo.convert", flag, count.getType())
                  ->getResult(0);
  return create(builder, loc, "stablehlo.add", {count, one}, count.getType())
      ->getResult(0);
}

void native::yield(OpBuilder &builder, Operation *op, ValueRange operands) {
  Dialect *dialect = op->getDialect();
  StringRef space =
      dialect ? dialect->getNamespace() : op->getName().getDialectNamespace();
  create(builder, op->getLoc(), (space + ".return").str(), operands, {});
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
