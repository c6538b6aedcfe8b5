// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attribute accessors for passes that identify the ops of this dialect by name.
#include "amp/OpAttributes.h"
#include "dialects/stablehlo/IR/Stablehlo.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

static SmallVector<int64_t, 4> copy(ArrayRef<int64_t> dims) {
  return SmallVector<int64_t, 4>(dims);
}

namespace {
struct StablehloAttributes : OpAttributes {
  using OpAttributes::OpAttributes;

  std::optional<Comparison> getComparison(Operation *compare) const override {
    auto op = dyn_cast<CompareOp>(compare);
    if (!op)
      return std::nullopt;
    switch (op.getComparisonDirection()) {
    case ComparisonDirection::EQ:
      return Comparison::EQ;
    case ComparisonDirection::NE:
      return Comparison::NE;
    case ComparisonDirection::GE:
      return Comparison::GE;
    case ComparisonDirection::GT:
      return Comparison::GT;
    case ComparisonDirection::LE:
      return Comparison::LE;
    case ComparisonDirection::LT:
      return Comparison::LT;
    }
    llvm_unreachable("all directions are listed");
  }

  std::optional<IndexDims> getIndexDims(Operation *op) const override {
    if (auto dims =
            op->getAttrOfType<GatherDimensionNumbersAttr>("dimension_numbers"))
      return IndexDims{copy(dims.getOffsetDims()),
                       copy(dims.getCollapsedSliceDims()),
                       copy(dims.getOperandBatchingDims()),
                       copy(dims.getStartIndicesBatchingDims()),
                       copy(dims.getStartIndexMap()),
                       dims.getIndexVectorDim()};
    if (auto dims = op->getAttrOfType<ScatterDimensionNumbersAttr>(
            "scatter_dimension_numbers"))
      return IndexDims{copy(dims.getUpdateWindowDims()),
                       copy(dims.getInsertedWindowDims()),
                       copy(dims.getInputBatchingDims()),
                       copy(dims.getScatterIndicesBatchingDims()),
                       copy(dims.getScatterDimsToOperandDims()),
                       dims.getIndexVectorDim()};
    return std::nullopt;
  }

  std::optional<DotDims> getDotDims(Operation *op) const override {
    auto dot = dyn_cast<DotGeneralOp>(op);
    if (!dot)
      return std::nullopt;
    auto numbers = dot.getDotDimensionNumbers();
    return DotDims{copy(numbers.getLhsBatchingDimensions()),
                   copy(numbers.getRhsBatchingDimensions()),
                   copy(numbers.getLhsContractingDimensions()),
                   copy(numbers.getRhsContractingDimensions())};
  }

  std::optional<ConvDims> getConvDims(Operation *op) const override {
    auto numbers =
        op->getAttrOfType<ConvDimensionNumbersAttr>("dimension_numbers");
    if (!numbers)
      return std::nullopt;
    return ConvDims{numbers.getInputBatchDimension(),
                    numbers.getInputFeatureDimension(),
                    numbers.getKernelInputFeatureDimension(),
                    numbers.getKernelOutputFeatureDimension(),
                    numbers.getOutputBatchDimension(),
                    numbers.getOutputFeatureDimension()};
  }

  Tf32 getTf32(Operation *op) const override {
    if (auto dot = dyn_cast<DotGeneralOp>(op); dot && dot.getAlgorithmAttr())
      return dot.getAlgorithmAttr().getLhsPrecisionType().isTF32()
                 ? Tf32::always
                 : Tf32::never;
    auto requested = op->getAttrOfType<ArrayAttr>("precision_config");
    auto isHighest = [](Attribute attribute) {
      auto precision = dyn_cast<stablehlo::PrecisionAttr>(attribute);
      return precision && precision.getValue() == Precision::HIGHEST;
    };
    return requested && llvm::any_of(requested, isHighest)
               ? Tf32::never
               : Tf32::unlessRefused;
  }

  Attribute makeHighestPrecision() const override {
    return stablehlo::PrecisionAttr::get(getContext(), Precision::HIGHEST);
  }

  std::optional<Channel> getChannel(Operation *collective) const override {
    auto channel =
        collective->getAttrOfType<ChannelHandleAttr>("channel_handle");
    if (!channel)
      return std::nullopt;
    return Channel{channel.getHandle(), channel.getType()};
  }

  Attribute makeChannel(Channel channel) const override {
    return ChannelHandleAttr::get(getContext(), channel.handle, channel.type);
  }

  bool isUniform(Operation *rng) const override {
    auto op = dyn_cast<RngOp>(rng);
    return op && op.getRngDistribution() == RngDistribution::UNIFORM;
  }
};
} // namespace

void StablehloDialect::registerOpAttributes() {
  addInterfaces<StablehloAttributes>();
}
