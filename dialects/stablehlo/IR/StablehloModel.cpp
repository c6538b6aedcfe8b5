// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes of StableHLO's contractions, and what they ask of tensor cores.
#include "amp/ModelOp.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

namespace {
/// XLA cuts the factors of f32 contractions to TF32 unless one of them asks for
/// the `HIGHEST` precision; an algorithm says it all.
template <typename Model, typename OpT>
struct ContractionModel : ModelOp::ExternalModel<Model, OpT> {
  Tf32 getTf32(Operation *op) const {
    if (auto dot = dyn_cast<DotGeneralOp>(op); dot && dot.getAlgorithmAttr())
      return dot.getAlgorithmAttr().getLhsPrecisionType().isTF32()
                 ? Tf32::always
                 : Tf32::never;
    ArrayAttr asked = cast<OpT>(op).getPrecisionConfigAttr();
    auto isHighest = [](Attribute precision) {
      return cast<stablehlo::PrecisionAttr>(precision).getValue() ==
             Precision::HIGHEST;
    };
    return asked && llvm::any_of(asked, isHighest) ? Tf32::never
                                                   : Tf32::unlessRefused;
  }

  void refuseTf32(Operation *op) const {
    Attribute highest =
        stablehlo::PrecisionAttr::get(op->getContext(), Precision::HIGHEST);
    cast<OpT>(op).setPrecisionConfigAttr(
        ArrayAttr::get(op->getContext(), {highest, highest}));
  }
};

struct DotGeneralModel : ContractionModel<DotGeneralModel, DotGeneralOp> {
  ContractionShape getContractionShape(Operation *op) const {
    auto dot = cast<DotGeneralOp>(op);
    auto numbers = dot.getDotDimensionNumbers();
    ArrayRef<int64_t> lhs = shapeOf(dot.getLhs()), rhs = shapeOf(dot.getRhs());
    ArrayRef<int64_t> batch = numbers.getLhsBatchingDimensions();
    ArrayRef<int64_t> depth = numbers.getLhsContractingDimensions();
    return {ContractionShape::product(lhs, batch),
            ContractionShape::productExcept(lhs, {batch, depth}),
            ContractionShape::productExcept(
                rhs, {numbers.getRhsBatchingDimensions(),
                      numbers.getRhsContractingDimensions()}),
            ContractionShape::product(lhs, depth)};
  }
};

/// Vectors and matrices: the last dimension of lhs meets the first of rhs.
struct DotModel : ContractionModel<DotModel, DotOp> {
  ContractionShape getContractionShape(Operation *op) const {
    auto dot = cast<DotOp>(op);
    ArrayRef<int64_t> lhs = shapeOf(dot.getLhs()), rhs = shapeOf(dot.getRhs());
    return {1, ContractionShape::product(lhs.drop_back()),
            ContractionShape::product(rhs.drop_front()), lhs.back()};
  }
};

/// "bmk,bkn->bmn": a letter is a dimension; those not in the result are summed
/// over. With an ellipsis the sizes are unknown.
struct EinsumModel : ModelOp::ExternalModel<EinsumModel, EinsumOp> {
  /// It has no precision to ask for.
  Tf32 getTf32(Operation *) const { return Tf32::always; }

  ContractionShape getContractionShape(Operation *op) const {
    auto einsum = cast<EinsumOp>(op);
    auto [inputs, output] = einsum.getEinsumConfig().split("->");
    auto [lhs, rhs] = inputs.split(',');
    SmallVector<int64_t> rows, depth;
    const std::pair<StringRef, Value> operands[] = {{lhs, einsum.getLhs()},
                                                    {rhs, einsum.getRhs()}};
    std::string seen;
    for (auto [letters, value] : operands) {
      if (letters.size() != shapeOf(value).size())
        return {ShapedType::kDynamic};
      for (auto [letter, size] : llvm::zip_equal(letters, shapeOf(value))) {
        if (StringRef(seen).contains(letter))
          continue;
        seen += letter;
        (output.contains(letter) ? rows : depth).push_back(size);
      }
    }
    return {1, ContractionShape::product(rows), 1,
            ContractionShape::product(depth)};
  }
};

/// Counts the whole window at each output pixel, padding and holes included.
template <typename OpT>
struct ConvModel : ContractionModel<ConvModel<OpT>, OpT> {
  ContractionShape getContractionShape(Operation *op) const {
    auto conv = cast<OpT>(op);
    auto numbers = conv.getDimensionNumbers();
    ArrayRef<int64_t> kernel = shapeOf(conv.getRhs());
    ArrayRef<int64_t> output = shapeOf(conv.getResult());
    int64_t feature = numbers.getOutputFeatureDimension();
    int64_t groups = conv.getFeatureGroupCount() * conv.getBatchGroupCount();
    int64_t columns = output[feature];
    return {groups, ContractionShape::productExcept(output, {feature}),
            ShapedType::isDynamic(columns) ? columns : columns / groups,
            ContractionShape::productExcept(
                kernel, {numbers.getKernelOutputFeatureDimension()})};
  }
};
} // namespace

void StablehloDialect::registerModels() {
  MLIRContext &context = *getContext();
  DotGeneralOp::attachInterface<DotGeneralModel>(context);
  DotOp::attachInterface<DotModel>(context);
  EinsumOp::attachInterface<EinsumModel>(context);
  ConvolutionOp::attachInterface<ConvModel<ConvolutionOp>>(context);
  DynamicConvOp::attachInterface<ConvModel<DynamicConvOp>>(context);
}
