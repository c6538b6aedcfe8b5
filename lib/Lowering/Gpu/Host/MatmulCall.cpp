// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Host/MatmulCall.h"
#include "lib/Lowering/Gpu/Host/LibraryCall.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr llvm::StringLiteral epilogues[] = {
    "plain",    "bias",          "relu",  "relu_bias",   "gelu",    "gelu_bias",
    "gelu_aux", "gelu_aux_bias", "dgelu", "dgelu_bgrad", "bgrad_a", "bgrad_b"};
static constexpr llvm::StringLiteral partNames[] = {"a",    "b",   "d",    "c",
                                                    "bias", "aux", "alpha"};

namespace {
/// Integer field of a matmul with its name; zeros are not written.
struct Number {
  llvm::StringLiteral name;
  int64_t amprt_matmul::*field;
};
} // namespace

static constexpr Number numbers[] = {
    {"m", &amprt_matmul::m},
    {"n", &amprt_matmul::n},
    {"k", &amprt_matmul::k},
    {"batch", &amprt_matmul::batch},
    {"leading_a", &amprt_matmul::leading_a},
    {"leading_b", &amprt_matmul::leading_b},
    {"leading_d", &amprt_matmul::leading_d},
    {"leading_aux", &amprt_matmul::leading_aux},
    {"stride_a", &amprt_matmul::stride_a},
    {"stride_b", &amprt_matmul::stride_b},
    {"stride_d", &amprt_matmul::stride_d},
};

namespace {
struct Kind {
  llvm::StringLiteral name;
  enum amprt_type amprt_matmul::*field;
};
} // namespace

static constexpr Kind kinds[] = {{"type_a", &amprt_matmul::type_a},
                                 {"type_b", &amprt_matmul::type_b},
                                 {"type_d", &amprt_matmul::type_d},
                                 {"type_bias", &amprt_matmul::type_bias}};

DictionaryAttr amp::lowering::writeProduct(LibraryMatmul product,
                                           MLIRContext *context) {
  Builder b(context);
  const struct amprt_matmul &how = product.how;
  NamedAttrList text;
  for (const Number &number : numbers)
    if (int64_t value = how.*number.field)
      text.append(number.name, b.getI64IntegerAttr(value));
  for (const Kind &kind : kinds)
    text.append(kind.name, b.getStringAttr(runtimeTypeNames[how.*kind.field]));
  for (auto [name, is] : {std::pair("transpose_a", how.transpose_a),
                          std::pair("transpose_b", how.transpose_b),
                          std::pair("tf32", uint32_t(how.compute))})
    if (is)
      text.append(name, b.getUnitAttr());
  text.append("epilogue", b.getStringAttr(epilogues[how.epilogue]));
  text.append("alpha", b.getF32FloatAttr(how.alpha));
  text.append("beta", b.getF32FloatAttr(how.beta));
  SmallVector<Attribute> names;
  SmallVector<int64_t> places;
  for (auto [name, part] : llvm::zip(partNames, product.parts))
    if (part.isThere) {
      names.push_back(b.getStringAttr(name));
      places.push_back(part.offset * part.elementBytes);
    }
  text.append("operands", b.getArrayAttr(names));
  text.append("at_byte", b.getDenseI64ArrayAttr(places));
  return text.getDictionary(context);
}

LibraryMatmul amp::lowering::readProduct(DictionaryAttr text) {
  LibraryMatmul product;
  struct amprt_matmul &how = product.how;
  for (const Number &number : numbers)
    if (auto value = text.getAs<IntegerAttr>(number.name))
      how.*number.field = value.getInt();
  for (const Kind &kind : kinds)
    how.*kind.field = static_cast<enum amprt_type>(
        numberOf(text, kind.name, runtimeTypeNames));
  how.transpose_a = text.contains("transpose_a");
  how.transpose_b = text.contains("transpose_b");
  how.compute = text.contains("tf32") ? AMPRT_COMPUTE_TF32 : AMPRT_COMPUTE_F32;
  how.epilogue =
      static_cast<enum amprt_epilogue>(numberOf(text, "epilogue", epilogues));
  how.alpha = text.getAs<FloatAttr>("alpha").getValueAsDouble();
  how.beta = text.getAs<FloatAttr>("beta").getValueAsDouble();
  for (auto [name, place] :
       llvm::zip(text.getAs<ArrayAttr>("operands").getAsRange<StringAttr>(),
                 text.getAs<DenseI64ArrayAttr>("at_byte").asArrayRef()))
    product.parts[llvm::find(partNames, name.getValue()) -
                  std::begin(partNames)] = {true, place, 1};
  return product;
}

DictionaryAttr amp::lowering::productOf(func::CallOp call,
                                        const SymbolTable &symbols) {
  return libraryCallOf(call, productAttrName, symbols);
}

ArgumentUse amp::lowering::useOf(DictionaryAttr product, unsigned i) {
  auto operands = product.getAs<ArrayAttr>("operands");
  StringRef name = cast<StringAttr>(operands[i]).getValue();
  StringRef epilogue = product.getAs<StringAttr>("epilogue").getValue();
  if (name == "d") { // the addend is `c`, or else the result itself
    auto c = StringAttr::get(product.getContext(), "c");
    bool adds = product.getAs<FloatAttr>("beta").getValueAsDouble() != 0;
    return {/*isRead=*/adds && !llvm::is_contained(operands, c),
            /*isWritten=*/true};
  }
  bool writes = (name == "aux" && epilogue.starts_with("gelu")) ||
                (name == "bias" && epilogue.contains("bgrad"));
  return {/*isRead=*/!writes, /*isWritten=*/writes};
}
