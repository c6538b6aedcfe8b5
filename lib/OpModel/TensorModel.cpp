// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tensor.pad %x {… yield %zero : f32} : tensor<…xf16>
//   ==>   tensor.pad %x {… truncf %zero; yield : f16}
#include "lib/OpModel/Upstream.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
struct TensorPadModel : ModelOp::ExternalModel<TensorPadModel, tensor::PadOp> {
  OpClass getOpClass(Operation *op) const { return OpClass::layout; }
  ContractionShape getContractionShape(Operation *op) const { return {}; }

  void adoptTypes(Operation *op) const {
    auto pad = cast<tensor::PadOp>(op);
    Operation *yield = pad.getRegion().front().getTerminator();
    OpOperand &value = yield->getOpOperand(0);
    Type wanted = pad.getResultType().getElementType();
    if (value.get().getType() == wanted)
      return;
    OpBuilder builder(yield);
    value.set(
        arith::TruncFOp::create(builder, op->getLoc(), wanted, value.get()));
  }
};
} // namespace

void amp::registerTensorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::PadOp::attachInterface<TensorPadModel>(*context);
  });
}
