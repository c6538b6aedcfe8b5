// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ModelOp.h"
#include "dialects/chlo/IR/Chlo.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Each element of lhs is used with one group of rhs, whichever dimension is
/// ragged.
struct RaggedDotModel
    : ModelOp::ExternalModel<RaggedDotModel, chlo::RaggedDotOp> {
  ContractionShape getContractionShape(Operation *op) const {
    auto dot = cast<chlo::RaggedDotOp>(op);
    chlo::RaggedDotDimensionNumbersAttr numbers =
        dot.getRaggedDotDimensionNumbers();
    ArrayRef<int64_t> lhs = cast<ShapedType>(dot.getLhs().getType()).getShape();
    ArrayRef<int64_t> rhs = cast<ShapedType>(dot.getRhs().getType()).getShape();
    ArrayRef<int64_t> batch = numbers.getLhsBatchingDimensions();
    ArrayRef<int64_t> depth = numbers.getLhsContractingDimensions();
    return {ContractionShape::product(lhs, batch),
            ContractionShape::productExcept(lhs, {batch, depth}),
            ContractionShape::productExcept(
                rhs, {numbers.getRhsBatchingDimensions(),
                      numbers.getRhsContractingDimensions(),
                      numbers.getRhsGroupDimensions()}),
            ContractionShape::product(lhs, depth)};
  }
};
} // namespace

void chlo::ChloDialect::registerModels() {
  RaggedDotOp::attachInterface<RaggedDotModel>(*getContext());
}
