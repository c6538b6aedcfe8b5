// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/Graph.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace mlir::amp::stablehlo {

Value reshapeTo(ImplicitLocOpBuilder &builder, Value value,
                ArrayRef<int64_t> shape) {
  if (tensorTypeOf(value).getShape() == shape)
    return value;
  return ReshapeOp::create(builder, tensorTypeOf(value).clone(shape), value);
}

Value transposeBy(ImplicitLocOpBuilder &builder, Value value,
                  ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(tensorTypeOf(value).getDimSize(dim));
  return TransposeOp::create(builder, tensorTypeOf(value).clone(shape), value,
                             permutation);
}

Value swapDims(ImplicitLocOpBuilder &builder, Value value, int64_t i,
               int64_t j) {
  if (i == j)
    return value;
  auto dims =
      llvm::to_vector(llvm::seq<int64_t>(0, tensorTypeOf(value).getRank()));
  std::swap(dims[i], dims[j]);
  return transposeBy(builder, value, dims);
}

Value sliceOf(ImplicitLocOpBuilder &builder, Value value, int64_t dim,
              int64_t start, int64_t end) {
  RankedTensorType type = tensorTypeOf(value);
  SmallVector<int64_t> starts(type.getRank(), 0), ends(type.getShape());
  SmallVector<int64_t> shape(type.getShape()), steps(type.getRank(), 1);
  starts[dim] = start;
  ends[dim] = end;
  shape[dim] = end - start;
  return SliceOp::create(builder, type.clone(shape), value, starts, ends,
                         steps);
}

Value convertTo(ImplicitLocOpBuilder &builder, Value value, Type element) {
  if (elementTypeOf(value) == element)
    return value;
  return ConvertOp::create(builder, tensorTypeOf(value).clone(element), value);
}

Value constantLike(ImplicitLocOpBuilder &builder, Value like,
                   DenseElementsAttr constant, ArrayRef<int64_t> dims) {
  Value value = ConstantOp::create(builder, constant);
  return BroadcastInDimOp::create(builder, tensorTypeOf(like), value, dims);
}

Value numberLike(ImplicitLocOpBuilder &builder, Value like, double number) {
  Type element = elementTypeOf(like);
  auto type = RankedTensorType::get({}, element);
  auto complex = dyn_cast<ComplexType>(element);
  if (complex) {
    auto part = cast<FloatType>(complex.getElementType());
    Attribute parts[] = {FloatAttr::get(part, number), FloatAttr::get(part, 0)};
    return constantLike(
        builder, like,
        DenseElementsAttr::get(type, builder.getArrayAttr(parts)));
  }
  Attribute scalar =
      isa<FloatType>(element)
          ? Attribute(FloatAttr::get(element, number))
          : Attribute(IntegerAttr::get(element, static_cast<int64_t>(number)));
  return constantLike(builder, like, DenseElementsAttr::get(type, scalar));
}

} // namespace mlir::amp::stablehlo
