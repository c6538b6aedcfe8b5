// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of StableHLO's contractions for a compiler with its own copy of that
// dialect. Its C++ classes are unknown here: ops are found by name, dimension
// numbers are read from the text that the StableHLO specification gives them.
//
//   dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], …>
//     ==>   batch, rows, columns, depth
#include "lib/OpModel/Upstream.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::amp;

using DimList = SmallVector<int64_t>;

/// Returns the text of an attribute of `op`; empty if there is none.
static std::string textOf(Operation *op, StringRef name) {
  std::string text;
  if (Attribute attr = op->getAttr(name)) {
    llvm::raw_string_ostream os(text);
    attr.print(os);
  }
  return text;
}

/// Parses the list in `field = [0, 2]`; an absent field is an empty list, as
/// StableHLO prints it.
static DimList listOf(StringRef text, StringRef field) {
  DimList dims;
  size_t at = text.find((field + " = [").str());
  if (at == StringRef::npos)
    return dims;
  StringRef list = text.substr(at + field.size() + 4).split(']').first;
  while (!list.empty()) {
    auto [first, rest] = list.split(',');
    int64_t dim;
    if (!first.trim().getAsInteger(10, dim))
      dims.push_back(dim);
    list = rest;
  }
  return dims;
}

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
    std::string text = textOf(op, "dot_dimension_numbers");
    if (!StringRef(text).starts_with("#stablehlo.dot<"))
      return std::nullopt;
    DotNumbers numbers = {listOf(text, "lhs_batching_dimensions"),
                          listOf(text, "rhs_batching_dimensions"),
                          listOf(text, "lhs_contracting_dimensions"),
                          listOf(text, "rhs_contracting_dimensions")};
    if (!fit(shapeOf(op, 0).size(), {numbers.lhsBatch, numbers.lhsDepth}) ||
        !fit(shapeOf(op, 1).size(), {numbers.rhsBatch, numbers.rhsDepth}))
      return std::nullopt;
    return numbers;
  }
};

/// XLA multiplies f32 operands as TF32 unless the `HIGHEST` precision is
/// requested; an algorithm states it.
template <typename Model>
struct ContractionByName : ModelOp::FallbackModel<Model> {
  OpClass getOpClass(Operation *) const { return OpClass::contraction; }
  void adoptTypes(Operation *) const {}

  Tf32 getTf32(Operation *op) const {
    if (op->hasAttr("algorithm"))
      return StringRef(textOf(op, "algorithm"))
                     .contains("lhs_precision_type = tf32")
                 ? Tf32::always
                 : Tf32::never;
    return StringRef(textOf(op, "precision_config")).contains("HIGHEST")
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

/// `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`.
struct ConvolutionByName : ContractionByName<ConvolutionByName> {
  ContractionShape getContractionShape(Operation *op) const {
    std::string text = textOf(op, "dimension_numbers");
    StringRef kernelText = StringRef(text).split('x').second.split(']').first;
    StringRef outputText = StringRef(text).split("->").second.split(']').first;
    auto find = [](StringRef list, StringRef letter) {
      SmallVector<StringRef> parts;
      list.ltrim('[').split(parts, ',');
      auto *at = llvm::find_if(
          parts, [&](StringRef part) { return part.trim() == letter; });
      return at == parts.end() ? int64_t(-1) : int64_t(at - parts.begin());
    };
    int64_t channel = find(kernelText, "o"), feature = find(outputText, "f");
    auto output = dyn_cast<ShapedType>(op->getResult(0).getType());
    ArrayRef<int64_t> kernel = shapeOf(op, 1);
    if (!StringRef(text).starts_with("#stablehlo.conv<") || !output ||
        !output.hasRank() || !fit(kernel.size(), {channel}) ||
        !fit(output.getRank(), {feature}))
      return unknownShape;
    auto count = [&](StringRef name) {
      auto attr = op->getAttrOfType<IntegerAttr>(name);
      return attr ? std::max<int64_t>(attr.getInt(), 1) : 1;
    };
    int64_t groups = count("feature_group_count") * count("batch_group_count");
    int64_t columns = output.getDimSize(feature);
    return {groups,
            ContractionShape::productExcept(output.getShape(), {feature}),
            ShapedType::isDynamic(columns) ? columns : columns / groups,
            ContractionShape::productExcept(kernel, {channel})};
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

/// Attaches models to a dialect named stablehlo that has none.
struct StablehloByName : DialectExtensionBase {
  StablehloByName() : DialectExtensionBase({"stablehlo"}) {}

  template <typename Interface, typename Model>
  static void attach(MLIRContext *context, StringRef name) {
    auto op = RegisteredOperationName::lookup(name, context);
    if (op && !op->hasInterface<Interface>())
      op->attachInterface<Model>();
  }

  void apply(MLIRContext *context, MutableArrayRef<Dialect *>) const override {
    attach<ModelOp, DotGeneralByName>(context, "stablehlo.dot_general");
    attach<ModelOp, DotByName>(context, "stablehlo.dot");
    attach<ModelOp, ConvolutionByName>(context, "stablehlo.convolution");
    attach<ModelOp, ConvolutionByName>(context, "stablehlo.dynamic_conv");
    attach<SharedDimsOp, DotGeneralDimsByName>(context,
                                               "stablehlo.dot_general");
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
