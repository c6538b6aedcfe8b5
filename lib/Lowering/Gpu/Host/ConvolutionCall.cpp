// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Host/ConvolutionCall.h"
#include "lib/Lowering/Gpu/Host/LibraryCall.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr llvm::StringLiteral kinds[] = {"forward", "data_gradient",
                                                "filter_gradient"};
static constexpr llvm::StringLiteral layouts[] = {"features_last",
                                                  "features_first"};

namespace {
struct Number {
  llvm::StringLiteral name;
  int64_t amprt_convolution::*field;
};
struct Sizes {
  llvm::StringLiteral name;
  int64_t (amprt_convolution::*field)[3];
};
} // namespace

static constexpr Number numbers[] = {
    {"batch", &amprt_convolution::batch},
    {"groups", &amprt_convolution::groups},
    {"in_features", &amprt_convolution::in_features},
    {"out_features", &amprt_convolution::out_features}};

/// Fields with one value per spatial dimension.
static constexpr Sizes sizes[] = {{"in", &amprt_convolution::in},
                                  {"window", &amprt_convolution::window},
                                  {"out", &amprt_convolution::out},
                                  {"strides", &amprt_convolution::strides},
                                  {"pads", &amprt_convolution::pads},
                                  {"dilations", &amprt_convolution::dilations}};

DictionaryAttr
amp::lowering::writeConvolution(const struct amprt_convolution &how,
                                MLIRContext *context) {
  Builder b(context);
  NamedAttrList text;
  text.append("kind", b.getStringAttr(kinds[how.kind]));
  text.append("layout", b.getStringAttr(layouts[how.layout]));
  text.append("type", b.getStringAttr(runtimeTypeNames[how.type]));
  if (how.compute == AMPRT_COMPUTE_TF32)
    text.append("tf32", b.getUnitAttr());
  for (const Number &number : numbers)
    text.append(number.name, b.getI64IntegerAttr(how.*number.field));
  for (const Sizes &row : sizes)
    text.append(row.name, b.getDenseI64ArrayAttr(
                              ArrayRef(how.*row.field).take_front(how.rank)));
  text.append("alpha", b.getF32FloatAttr(how.alpha));
  text.append("beta", b.getF32FloatAttr(how.beta));
  return text.getDictionary(context);
}

struct amprt_convolution amp::lowering::readConvolution(DictionaryAttr text) {
  struct amprt_convolution how = {};
  how.kind = amprt_convolution_kind(numberOf(text, "kind", kinds));
  how.layout = amprt_layout(numberOf(text, "layout", layouts));
  how.type = amprt_type(numberOf(text, "type", runtimeTypeNames));
  how.compute = text.contains("tf32") ? AMPRT_COMPUTE_TF32 : AMPRT_COMPUTE_F32;
  for (const Number &number : numbers)
    how.*number.field = text.getAs<IntegerAttr>(number.name).getInt();
  for (const Sizes &row : sizes) {
    auto values = text.getAs<DenseI64ArrayAttr>(row.name).asArrayRef();
    how.rank = values.size();
    llvm::copy(values, how.*row.field);
  }
  how.alpha = text.getAs<FloatAttr>("alpha").getValueAsDouble();
  how.beta = text.getAs<FloatAttr>("beta").getValueAsDouble();
  return how;
}

DictionaryAttr amp::lowering::convolutionOf(func::CallOp call,
                                            const SymbolTable &symbols) {
  return libraryCallOf(call, convolutionAttrName, symbols);
}

unsigned amp::lowering::resultOf(const struct amprt_convolution &how) {
  static constexpr unsigned results[] = {2, 0, 1};
  return results[how.kind];
}

ArgumentUse amp::lowering::useOf(const struct amprt_convolution &how,
                                 unsigned i) {
  bool isResult = i == resultOf(how);
  return {/*isRead=*/!isResult || how.beta != 0, /*isWritten=*/isResult};
}
