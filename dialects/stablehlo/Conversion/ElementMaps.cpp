// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/Conversion/ElementMaps.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

Value mlir::amp::stablehlo::mapElements(OpBuilder &builder, Location loc,
                                        Value out, ValueRange inputs,
                                        ArrayRef<AffineMap> maps,
                                        ElementBuilder body) {
  auto type = cast<RankedTensorType>(out.getType());
  SmallVector<AffineMap> all(maps);
  all.push_back(builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, type, inputs, out, all, loops,
      [&](OpBuilder &nested, Location loc, ValueRange elements) {
        Value result = body(nested, loc, elements.drop_back());
        linalg::YieldOp::create(nested, loc, result);
      });
  return generic.getResult(0);
}

AffineMap mlir::amp::stablehlo::broadcastMap(RankedTensorType from,
                                             RankedTensorType to,
                                             ArrayRef<int64_t> dims) {
  Builder b(from.getContext());
  SmallVector<AffineExpr> exprs;
  for (int64_t i = 0; i < from.getRank(); ++i) {
    int64_t dim = dims.empty() ? to.getRank() - from.getRank() + i : dims[i];
    bool isRepeated = from.getDimSize(i) == 1 && to.getDimSize(dim) != 1;
    exprs.push_back(isRepeated ? b.getAffineConstantExpr(0)
                               : b.getAffineDimExpr(dim));
  }
  return AffineMap::get(to.getRank(), 0, exprs, b.getContext());
}

Value mlir::amp::stablehlo::broadcastInto(OpBuilder &builder, Location loc,
                                          Value x, Value out,
                                          ArrayRef<int64_t> dims) {
  AffineMap map = broadcastMap(cast<RankedTensorType>(x.getType()),
                               cast<RankedTensorType>(out.getType()), dims);
  return mapElements(
      builder, loc, out, x, map,
      [](OpBuilder &, Location, ValueRange in) { return in[0]; });
}

Value mlir::amp::stablehlo::iotaInto(OpBuilder &builder, Location loc,
                                     Value out, uint64_t dimension) {
  Type element = getElementTypeOrSelf(out);
  return mapElements(
      builder, loc, out, {}, {}, [&](OpBuilder &nested, Location loc, auto) {
        ImplicitLocOpBuilder b(loc, nested);
        Value index = linalg::IndexOp::create(b, dimension);
        Scalar number(b, arith::IndexCastOp::create(b, b.getI64Type(), index));
        return convertElement(number, number.type(), element);
      });
}

Value mlir::amp::stablehlo::scalarConstant(OpBuilder &builder, Location loc,
                                           Type element, Attribute value) {
  if (auto number = dyn_cast<IntegerAttr>(value)) {
    auto type = builder.getIntegerType(number.getValue().getBitWidth());
    return arith::ConstantOp::create(builder, loc,
                                     IntegerAttr::get(type, number.getValue()));
  }
  if (auto number = dyn_cast<FloatAttr>(value))
    return arith::ConstantOp::create(builder, loc, number);
  return complex::ConstantOp::create(builder, loc, element,
                                     cast<ArrayAttr>(value));
}

Value mlir::amp::stablehlo::scalarConstant(OpBuilder &builder, Location loc,
                                           DenseElementsAttr value) {
  Type element = value.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  if (!complex)
    return scalarConstant(builder, loc, element,
                          *value.value_begin<Attribute>());
  auto number = *value.value_begin<std::complex<APFloat>>();
  Type part = complex.getElementType();
  return scalarConstant(
      builder, loc, element,
      builder.getArrayAttr({FloatAttr::get(part, number.real()),
                            FloatAttr::get(part, number.imag())}));
}
