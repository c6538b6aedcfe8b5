// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of StableHLO's contractions for a compiler with its own copy of that
// dialect. Its C++ classes are unknown here: ops are found by name, dimension
// numbers are read from the text that the StableHLO specification gives them.
//
//   dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], …>
//     ==>   batch, rows, columns, depth
#include "lib/OpModel/AttributeText.h"
#include "lib/OpModel/IndexingDims.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Upstream.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::amp;

using DimList = SmallVector<int64_t, 4>;

static ArrayRef<int64_t> shapeOf(Operation *op, unsigned operand) {
  return cast<ShapedType>(op->getOperand(operand).getType()).getShape();
}

/// Returns true if every dimension of `lists` exists in a value of this rank.
static bool fit(int64_t rank, ArrayRef<ArrayRef<int64_t>> lists) {
  return llvm::all_of(lists, [&](ArrayRef<int64_t> list) {
    return llvm::all_of(list,
                        [&](int64_t dim) { return dim >= 0 && dim < rank; });
  });
}

static constexpr ContractionShape unknownShape = {
    ShapedType::kDynamic, ShapedType::kDynamic, ShapedType::kDynamic,
    ShapedType::kDynamic};

namespace {
/// Dimension numbers of dot_general; none where the attribute is absent or
/// belongs to another syntax.
struct DotNumbers {
  DimList lhsBatch, rhsBatch, lhsDepth, rhsDepth;

  static std::optional<DotNumbers> of(Operation *op) {
    AttributeText text(op, "dot_dimension_numbers");
    if (!text.str().starts_with("#stablehlo.dot<"))
      return std::nullopt;
    DotNumbers numbers = {text.list("lhs_batching_dimensions"),
                          text.list("rhs_batching_dimensions"),
                          text.list("lhs_contracting_dimensions"),
                          text.list("rhs_contracting_dimensions")};
    if (!fit(shapeOf(op, 0).size(), {numbers.lhsBatch, numbers.lhsDepth}) ||
        !fit(shapeOf(op, 1).size(), {numbers.rhsBatch, numbers.rhsDepth}))
      return std::nullopt;
    return numbers;
  }
};

/// Contraction whose f32 operands XLA may round to TF32, unless the `HIGHEST`
/// precision is requested; an `algorithm` attribute states the type.
template <typename Model>
struct ContractionByName : ModelOp::FallbackModel<Model> {
  OpClass getOpClass(Operation *) const { return OpClass::contraction; }
  void adoptTypes(Operation *) const {}

  Tf32 getTf32(Operation *op) const {
    if (op->hasAttr("algorithm"))
      return AttributeText(op, "algorithm")
                     .str()
                     .contains("lhs_precision_type = tf32")
                 ? Tf32::always
                 : Tf32::never;
    return AttributeText(op, "precision_config").str().contains("HIGHEST")
               ? Tf32::never
               : Tf32::unlessRefused;
  }

  void refuseTf32(Operation *op) const {
    MLIRContext *context = op->getContext();
    if (Attribute highest =
            parseAttribute("#stablehlo<precision HIGHEST>", context))
      op->setAttr("precision_config",
                  ArrayAttr::get(context, {highest, highest}));
  }
};

struct DotGeneralByName : ContractionByName<DotGeneralByName> {
  ContractionShape getContractionShape(Operation *op) const {
    auto numbers = DotNumbers::of(op);
    if (!numbers)
      return unknownShape;
    ArrayRef<int64_t> lhs = shapeOf(op, 0), rhs = shapeOf(op, 1);
    return {ContractionShape::product(lhs, numbers->lhsBatch),
            ContractionShape::productExcept(
                lhs, {numbers->lhsBatch, numbers->lhsDepth}),
            ContractionShape::productExcept(
                rhs, {numbers->rhsBatch, numbers->rhsDepth}),
            ContractionShape::product(lhs, numbers->lhsDepth)};
  }
};

/// Vectors and matrices: the last dimension of A meets the first of B.
struct DotByName : ContractionByName<DotByName> {
  ContractionShape getContractionShape(Operation *op) const {
    ArrayRef<int64_t> lhs = shapeOf(op, 0), rhs = shapeOf(op, 1);
    if (lhs.empty() || rhs.empty())
      return unknownShape;
    return {1, ContractionShape::product(lhs.drop_back()),
            ContractionShape::product(rhs.drop_front()), lhs.back()};
  }
};

/// Dimension numbers of a convolution, from
/// `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`; none where the
/// attribute is absent or belongs to another syntax.
struct ConvNumbers {
  int64_t inputBatch, inputFeature, kernelInput, kernelOutput, outputBatch,
      outputFeature;

  static std::optional<ConvNumbers> of(Operation *op) {
    AttributeText text(op, "dimension_numbers");
    auto output = dyn_cast<ShapedType>(op->getResult(0).getType());
    if (!text.str().starts_with("#stablehlo.conv<") || !output ||
        !output.hasRank())
      return std::nullopt;
    StringRef body = text.str().split('<').second;
    auto [input, afterInput] = body.split('x');
    auto [kernel, result] = afterInput.split("->");
    ConvNumbers numbers = {find(input, "b"),  find(input, "f"),
                           find(kernel, "i"), find(kernel, "o"),
                           find(result, "b"), find(result, "f")};
    if (!fit(shapeOf(op, 0).size(),
             {numbers.inputBatch, numbers.inputFeature}) ||
        !fit(shapeOf(op, 1).size(),
             {numbers.kernelInput, numbers.kernelOutput}) ||
        !fit(output.getRank(), {numbers.outputBatch, numbers.outputFeature}))
      return std::nullopt;
    return numbers;
  }

private:
  /// Returns the position of `letter` in `[b, 0, 1, f]`; -1 if it is absent.
  static int64_t find(StringRef list, StringRef letter) {
    SmallVector<StringRef> parts;
    list.ltrim('[').split(']').first.split(parts, ',');
    auto *at = llvm::find_if(
        parts, [&](StringRef part) { return part.trim() == letter; });
    return at == parts.end() ? -1 : at - parts.begin();
  }
};

/// Returns a count of groups; 1 if the attribute is absent.
static int64_t groupsOf(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<IntegerAttr>(name);
  return attr ? std::max<int64_t>(attr.getInt(), 1) : 1;
}

struct ConvolutionByName : ContractionByName<ConvolutionByName> {
  ContractionShape getContractionShape(Operation *op) const {
    auto numbers = ConvNumbers::of(op);
    if (!numbers)
      return unknownShape;
    auto output = cast<ShapedType>(op->getResult(0).getType());
    int64_t groups =
        groupsOf(op, "feature_group_count") * groupsOf(op, "batch_group_count");
    int64_t columns = output.getDimSize(numbers->outputFeature);
    return {groups,
            ContractionShape::productExcept(
                output.getShape(), ArrayRef<int64_t>(numbers->outputFeature)),
            ShapedType::isDynamic(columns) ? columns : columns / groups,
            ContractionShape::productExcept(
                shapeOf(op, 1), ArrayRef<int64_t>(numbers->kernelOutput))};
  }
};

/// Dimensions of a convolution that are equal. Spatial dimensions are not: a
/// window changes their size.
struct ConvolutionDimsByName
    : SharedDimsOp::FallbackModel<ConvolutionDimsByName> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const {
    SmallVector<SharedDim> dims;
    auto numbers = ConvNumbers::of(op);
    if (!numbers)
      return dims;
    dims.push_back({{1, numbers->kernelOutput}, {2, numbers->outputFeature}});
    if (groupsOf(op, "batch_group_count") == 1)
      dims.push_back({{0, numbers->inputBatch}, {2, numbers->outputBatch}});
    if (groupsOf(op, "feature_group_count") == 1)
      dims.push_back({{0, numbers->inputFeature}, {1, numbers->kernelInput}});
    return dims;
  }
};

/// Dimensions of dot_general that are equal, which reports follow.
struct DotGeneralDimsByName
    : SharedDimsOp::FallbackModel<DotGeneralDimsByName> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const {
    SmallVector<SharedDim> dims;
    auto numbers = DotNumbers::of(op);
    if (!numbers)
      return dims;
    auto pair = [&](unsigned a, ArrayRef<int64_t> aDims, unsigned b,
                    ArrayRef<int64_t> bDims) {
      for (auto [first, second] : llvm::zip(aDims, bDims))
        dims.push_back({{a, first}, {b, second}});
    };
    pair(0, numbers->lhsDepth, 1, numbers->rhsDepth);
    pair(0, numbers->lhsBatch, 1, numbers->rhsBatch);
    int64_t result = 0;
    for (int64_t dim : numbers->lhsBatch)
      dims.push_back({{0, dim}, {2, result++}});
    for (auto [operand, batch, depth] :
         {std::tuple(0u, &numbers->lhsBatch, &numbers->lhsDepth),
          std::tuple(1u, &numbers->rhsBatch, &numbers->rhsDepth)})
      for (int64_t dim = 0, rank = shapeOf(op, operand).size(); dim < rank;
           ++dim)
        if (!llvm::is_contained(*batch, dim) &&
            !llvm::is_contained(*depth, dim))
          dims.push_back({{operand, dim}, {2, result++}});
    return dims;
  }
};

/// Attaches models to a dialect named stablehlo where an op has none; ours has
/// none for gather and scatter.
struct StablehloByName : DialectExtensionBase {
  StablehloByName() : DialectExtensionBase({"stablehlo"}) {}

  template <typename Interface, typename Model>
  static void attach(MLIRContext *context, OpKind kind) {
    auto op = RegisteredOperationName::lookup(hloName(kind), context);
    if (op && !op->hasInterface<Interface>())
      op->attachInterface<Model>();
  }

  void apply(MLIRContext *context, MutableArrayRef<Dialect *>) const override {
    attach<ModelOp, DotGeneralByName>(context, OpKind::dot_general);
    attach<ModelOp, DotByName>(context, OpKind::dot);
    attach<ModelOp, ConvolutionByName>(context, OpKind::convolution);
    attach<ModelOp, ConvolutionByName>(context, OpKind::dynamic_conv);
    attach<SharedDimsOp, DotGeneralDimsByName>(context, OpKind::dot_general);
    attach<SharedDimsOp, ConvolutionDimsByName>(context, OpKind::convolution);
    attach<SharedDimsOp, GatherDims>(context, OpKind::gather);
    attach<SharedDimsOp, ScatterDims>(context, OpKind::scatter);
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<StablehloByName>();
  }
};
} // namespace

void amp::registerStablehloByName(DialectRegistry &registry) {
  static constexpr char id = 0;
  registry.addExtension(TypeID::getFromOpaquePointer(&id),
                        std::make_unique<StablehloByName>());
}
