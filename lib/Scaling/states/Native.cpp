// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/states/Native.h"
#include "dialects/amp/IR/AmpTraining.h"
#include "lib/OpModel/GraphBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

Value native::either(OpBuilder &builder, Location loc, ArrayRef<Value> flags) {
  if (flags.empty())
    return GraphBuilder(builder, loc).scalar(builder.getBoolAttr(false));
  Value all = flags.front();
  for (Value other : flags.drop_front())
    if (other != all)
      all = GraphBuilder(builder, loc).apply("or", {all, other});
  return all;
}

native::Unscaled native::unscale(OpBuilder &builder, Location loc,
                                 ValueRange values, Value scale) {
  GraphBuilder b(builder, loc);
  SmallVector<Value> parts;
  for (Value value : values) {
    auto type = cast<ShapedType>(value.getType());
    auto element = dyn_cast<ComplexType>(type.getElementType());
    if (!element) {
      parts.push_back(value);
      continue;
    }
    for (StringRef part : {"real", "imag"})
      parts.push_back(
          b.create(part, type.clone(element.getElementType()), value)
              ->getResult(0));
  }
  auto made = UnscaleOp::create(builder, loc, parts, scale);
  Unscaled unscaled{{}, made.getFoundInf()};
  auto next = made.getUnscaled().begin();
  for (Value value : values) {
    if (!isa<ComplexType>(getElementTypeOrSelf(value))) {
      unscaled.values.push_back(*next++);
      continue;
    }
    Value real = *next++;
    Value imaginary = *next++;
    unscaled.values.push_back(
        b.create("complex", value.getType(), {real, imaginary})->getResult(0));
  }
  return unscaled;
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
