// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of TOSA's contractions, and attributes that follow the element type.
#include "lib/OpModel/Upstream.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<ShapedType>(value.getType()).getShape();
}

static int64_t product(ArrayRef<int64_t> sizes) {
  return ContractionShape::product(sizes);
}

namespace {
struct TosaMatMulModel
    : ModelOp::ExternalModel<TosaMatMulModel, tosa::MatMulOp> {
  ContractionShape getContractionShape(Operation *op) const {
    auto matmul = cast<tosa::MatMulOp>(op);
    ArrayRef<int64_t> a = shapeOf(matmul.getA()), b = shapeOf(matmul.getB());
    return {a[0], a[1], b[2], a[2]};
  }
};

/// Weights are [out, window…, in]; depthwise weights are [h, w, in, multiplier]
/// with one group per channel. A transposed convolution applies the window to
/// each input pixel.
template <typename OpT>
struct TosaConvModel : ModelOp::ExternalModel<TosaConvModel<OpT>, OpT> {
  ContractionShape getContractionShape(Operation *op) const {
    ArrayRef<int64_t> input = shapeOf(op->getOperand(0));
    ArrayRef<int64_t> weight = shapeOf(op->getOperand(1));
    ArrayRef<int64_t> output = shapeOf(op->getResult(0));
    if (std::is_same_v<OpT, tosa::DepthwiseConv2DOp>)
      return {weight[2], product(output.drop_back()), weight[3],
              product(weight.take_front(2))};
    bool transposed = std::is_same_v<OpT, tosa::TransposeConv2DOp>;
    return {1, product((transposed ? input : output).drop_back()), weight[0],
            product(weight.drop_front())};
  }
};

/// The bounds are attributes of the element type.
struct TosaClampModel : ModelOp::ExternalModel<TosaClampModel, tosa::ClampOp> {
  OpClass getOpClass(Operation *op) const { return OpClass::select; }
  ContractionShape getContractionShape(Operation *op) const { return {}; }

  void adoptTypes(Operation *op) const {
    auto clamp = cast<tosa::ClampOp>(op);
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(clamp.getType()));
    if (!type)
      return;
    auto round = [&](Attribute bound) {
      return FloatAttr::get(type, cast<FloatAttr>(bound).getValueAsDouble());
    };
    clamp.setMinValAttr(round(clamp.getMinValAttr()));
    clamp.setMaxValAttr(round(clamp.getMaxValAttr()));
  }
};
} // namespace

template <typename... OpTs> static void attachConv(MLIRContext *context) {
  (OpTs::template attachInterface<TosaConvModel<OpTs>>(*context), ...);
}

void amp::registerTosaModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    tosa::MatMulOp::attachInterface<TosaMatMulModel>(*context);
    tosa::ClampOp::attachInterface<TosaClampModel>(*context);
    attachConv<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
               tosa::TransposeConv2DOp>(context);
  });
}
