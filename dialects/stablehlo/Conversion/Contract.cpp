// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f16 x f16 -> f16  ==>  linalg.generic { extf, extf, mulf, addf } : f32,
//                        linalg.generic { truncf }
#include "dialects/stablehlo/Conversion/Contract.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

static Type accumulatorOf(Type lhs, Type rhs, Type result) {
  if (!isa<FloatType>(result))
    return result;
  if (lhs.isF64() || rhs.isF64())
    return Float64Type::get(result.getContext());
  return Float32Type::get(result.getContext());
}

static Value resizeTensor(ImplicitLocOpBuilder &builder, Value value,
                          RankedTensorType wanted) {
  if (value.getType() == wanted)
    return value;
  AffineMap identity = builder.getMultiDimIdentityMap(wanted.getRank());
  SmallVector<utils::IteratorType> parallel(wanted.getRank(),
                                            utils::IteratorType::parallel);
  auto body = [](OpBuilder &inner, Location loc, ValueRange elements) {
    ImplicitLocOpBuilder located(loc, inner);
    linalg::YieldOp::create(located, resizeElement(located, elements[0],
                                                   elements[0].getType(),
                                                   elements[1].getType()));
  };
  return linalg::GenericOp::create(builder, TypeRange(wanted), value,
                                   emptyTensor(builder, wanted),
                                   {identity, identity}, parallel, body)
      .getResult(0);
}

Value mlir::amp::stablehlo::contract(ImplicitLocOpBuilder &builder,
                                     Operation *source, unsigned loops,
                                     const Factor &lhs, const Factor &rhs,
                                     RankedTensorType result) {
  Type accumulator =
      accumulatorOf(elementTypeOf(lhs.value), elementTypeOf(rhs.value),
                    result.getElementType());
  RankedTensorType sums = result.clone(accumulator);
  MLIRContext *context = builder.getContext();
  SmallVector<AffineMap> maps = {
      AffineMap::get(loops, 0, lhs.indices, context),
      AffineMap::get(loops, 0, rhs.indices, context),
      AffineMap::getFilteredIdentityMap(context, loops, [&](AffineDimExpr dim) {
        return dim.getPosition() < result.getRank(); // none for scalars
      })};
  SmallVector<utils::IteratorType> iterators(loops,
                                             utils::IteratorType::reduction);
  std::fill_n(iterators.begin(), result.getRank(),
              utils::IteratorType::parallel);
  auto body = [&](OpBuilder &inner, Location loc, ValueRange elements) {
    ImplicitLocOpBuilder located(loc, inner);
    Value left = resizeElement(located, elements[0], lhs.source, accumulator);
    Value right = resizeElement(located, elements[1], rhs.source, accumulator);
    Value product = multiplyElements(located, left, right);
    if (Attribute mark = source->getAttr("amp.tf32"))
      product.getDefiningOp()->setAttr("amp.tf32", mark);
    linalg::YieldOp::create(located,
                            addElements(located, elements[2], product));
  };
  Value zeros = filledTensor(builder, zeroOf(builder, accumulator), sums);
  Value sum = linalg::GenericOp::create(builder, TypeRange(sums),
                                        ValueRange{lhs.value, rhs.value}, zeros,
                                        maps, iterators, body)
                  .getResult(0);
  return resizeTensor(builder, sum, result);
}
