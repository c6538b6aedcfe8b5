// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/Reduction/Reducer.h"
#include "dialects/stablehlo/Conversion/Scalar/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

Reducer::Reducer(Region &body, TypeRange inputs, TypeRange inits)
    : body(body), inputs(llvm::to_vector(inputs)),
      inits(llvm::to_vector(inits)) {}

/// Returns the signless type of body argument `i`.
static Type argumentType(Region &body, unsigned i) {
  Type type = getElementTypeOrSelf(body.getArgument(i).getType());
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

Value Reducer::first(ImplicitLocOpBuilder &builder, unsigned i,
                     Value init) const {
  return resizeElement(builder, init, getElementTypeOrSelf(inits[i]),
                       argumentType(body, i));
}

SmallVector<Value> Reducer::fillInits(ImplicitLocOpBuilder &builder,
                                      ValueRange values, TypeRange results,
                                      const TypeConverter &types) const {
  SmallVector<Value> filled;
  for (auto [i, value] : llvm::enumerate(values))
    filled.push_back(
        filledTensor(builder, first(builder, i, scalarOf(builder, value)),
                     types.convertType<RankedTensorType>(results[i])));
  return filled;
}

std::function<void(OpBuilder &, Location, ValueRange)>
Reducer::bodyOf(Step step) const {
  return [this, step](OpBuilder &builder, Location loc, ValueRange elements) {
    ImplicitLocOpBuilder located(loc, builder);
    linalg::YieldOp::create(
        located, (this->*step)(located, elements.take_back(inits.size()),
                               elements.take_front(inputs.size())));
  };
}

SmallVector<Value> Reducer::combine(ImplicitLocOpBuilder &builder,
                                    ValueRange folded,
                                    ValueRange elements) const {
  SmallVector<Value> arguments(folded);
  for (auto [i, element] : llvm::enumerate(elements))
    arguments.push_back(resizeElement(builder, element,
                                      getElementTypeOrSelf(inputs[i]),
                                      argumentType(body, folded.size() + i)));
  return emitBody(body, arguments, builder);
}

/// Returns true if `body` is one add or multiply of its two arguments.
static bool isSumOrProduct(Region &body) {
  Block &block = body.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return false;
  Operation &op = block.front();
  return isa<AddOp, MultiplyOp>(op) && op.getOperand(0) != op.getOperand(1) &&
         llvm::all_of(op.getOperands(), llvm::IsaPred<BlockArgument>);
}

SmallVector<Value> Reducer::fold(ImplicitLocOpBuilder &builder,
                                 ValueRange folded, ValueRange elements) const {
  SmallVector<Value> results = combine(builder, folded, elements);
  if (!isSumOrProduct(body))
    return results;
  Operation *op = results[0].getDefiningOp();
  if (isa_and_nonnull<arith::AddFOp, arith::MulFOp>(op))
    op->setAttr("fastmath",
                arith::FastMathFlagsAttr::get(builder.getContext(),
                                              arith::FastMathFlags::reassoc));
  return results;
}
