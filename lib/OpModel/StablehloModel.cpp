// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of StableHLO's contractions, in any copy of the dialect: ops are
// looked up by name, attributes are read through OpAttributes.
//
//   dot_general … contracting_dims = [1] x [0]   ==>   batch, M, N, K
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/StablehloDims.h"
#include "lib/OpModel/Upstream.h"

using namespace mlir;
using namespace mlir::amp;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<ShapedType>(value.getType()).getShape();
}

static ArrayRef<int64_t> shapeOf(Operation *op, unsigned operand) {
  return shapeOf(op->getOperand(operand));
}

static constexpr ContractionShape unknownShape = {
    ShapedType::kDynamic, ShapedType::kDynamic, ShapedType::kDynamic,
    ShapedType::kDynamic};

namespace {
/// Contraction whose f32 operands XLA may round to TF32, unless the op has
/// `HIGHEST` precision; an `algorithm` attribute specifies the type.
template <typename Model> struct Contraction : ModelOp::FallbackModel<Model> {
  OpClass getOpClass(Operation *) const { return OpClass::contraction; }
  void adoptTypes(Operation *) const {}
  Tf32 getTf32(Operation *op) const { return amp::getTf32(op); }

  void refuseTf32(Operation *op) const {
    if (Attribute highest = makeHighestPrecision(op->getContext()))
      op->setAttr("precision_config",
                  ArrayAttr::get(op->getContext(), {highest, highest}));
  }
};

struct DotGeneralModel : Contraction<DotGeneralModel> {
  ContractionShape getContractionShape(Operation *op) const {
    std::optional<DotDims> dims = getDotDims(op);
    if (!dims)
      return unknownShape;
    ArrayRef<int64_t> lhs = shapeOf(op, 0), rhs = shapeOf(op, 1);
    return {ContractionShape::product(lhs, dims->lhsBatching),
            ContractionShape::productExcept(
                lhs, {dims->lhsBatching, dims->lhsContracting}),
            ContractionShape::productExcept(
                rhs, {dims->rhsBatching, dims->rhsContracting}),
            ContractionShape::product(lhs, dims->lhsContracting)};
  }
};

/// dot of vectors and matrices: contracts the last dim of lhs with the first of
/// rhs.
struct DotModel : Contraction<DotModel> {
  ContractionShape getContractionShape(Operation *op) const {
    ArrayRef<int64_t> lhs = shapeOf(op, 0), rhs = shapeOf(op, 1);
    if (lhs.empty() || rhs.empty())
      return unknownShape;
    return {1, ContractionShape::product(lhs.drop_back()),
            ContractionShape::product(rhs.drop_front()), lhs.back()};
  }
};

/// "bmk,bkn->bmn": each letter is a dimension; letters not in the result are
/// contracted. Sizes are unknown with an ellipsis. The op has no
/// precision_config attribute.
struct EinsumModel : Contraction<EinsumModel> {
  Tf32 getTf32(Operation *) const { return Tf32::always; }
  void refuseTf32(Operation *) const {}

  ContractionShape getContractionShape(Operation *op) const {
    auto config = op->getAttrOfType<StringAttr>("einsum_config");
    if (!config)
      return unknownShape;
    auto [inputs, output] = config.getValue().split("->");
    auto [lhs, rhs] = inputs.split(',');
    SmallVector<int64_t> rows, depth;
    const std::pair<StringRef, Value> operands[] = {{lhs, op->getOperand(0)},
                                                    {rhs, op->getOperand(1)}};
    std::string seen;
    for (auto [letters, value] : operands) {
      if (letters.size() != shapeOf(value).size())
        return unknownShape;
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

/// Counts the full window per output pixel, including padding and dilation.
struct ConvolutionModel : Contraction<ConvolutionModel> {
  ContractionShape getContractionShape(Operation *op) const {
    std::optional<ConvDims> dims = getConvDims(op);
    if (!dims)
      return unknownShape;
    ArrayRef<int64_t> output = shapeOf(op->getResult(0));
    int64_t groups =
        groupsOf(op, "feature_group_count") * groupsOf(op, "batch_group_count");
    int64_t columns = output[dims->outputFeature];
    return {groups,
            ContractionShape::productExcept(
                output, ArrayRef<int64_t>(dims->outputFeature)),
            ShapedType::isDynamic(columns) ? columns : columns / groups,
            ContractionShape::productExcept(
                shapeOf(op, 1), ArrayRef<int64_t>(dims->kernelOutput))};
  }
};

/// Attaches the models to ops of the dialect `stablehlo` that lack them.
struct StablehloModels : DialectExtensionBase {
  StablehloModels() : DialectExtensionBase({"stablehlo"}) {}

  template <typename Interface, typename Model>
  static void attach(MLIRContext *context, OpKind kind) {
    auto op = RegisteredOperationName::lookup(hloName(kind), context);
    if (op && !op->hasInterface<Interface>())
      op->attachInterface<Model>();
  }

  void apply(MLIRContext *context, MutableArrayRef<Dialect *>) const override {
    attach<ModelOp, DotGeneralModel>(context, OpKind::dot_general);
    attach<ModelOp, DotModel>(context, OpKind::dot);
    attach<ModelOp, EinsumModel>(context, OpKind::einsum);
    attach<ModelOp, ConvolutionModel>(context, OpKind::convolution);
    attach<ModelOp, ConvolutionModel>(context, OpKind::dynamic_conv);
    attach<SharedDimsOp, DotGeneralDims>(context, OpKind::dot_general);
    attach<SharedDimsOp, ConvolutionDims>(context, OpKind::convolution);
    attach<SharedDimsOp, GatherDims>(context, OpKind::gather);
    attach<SharedDimsOp, ScatterDims>(context, OpKind::scatter);
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<StablehloModels>();
  }
};
} // namespace

void amp::registerStablehloModels(DialectRegistry &registry) {
  static constexpr char id = 0;
  registry.addExtension(TypeID::getFromOpaquePointer(&id),
                        std::make_unique<StablehloModels>());
}
