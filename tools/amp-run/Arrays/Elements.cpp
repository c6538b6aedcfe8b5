// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Arrays/Elements.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using llvm::APFloat;
using llvm::StringRef;

// Types that NumPy lacks have their ml_dtypes names: after `import ml_dtypes`,
// NumPy loads arrays of that type. Integers of fewer than 8 bits take one byte
// each.
static constexpr Element elements[] = {
    {"i1", "bool", "|b1", 1, 1, Kind::Bool},
    {"i2", "int2", "int2", 1, 2, Kind::Signed},
    {"i4", "int4", "int4", 1, 4, Kind::Signed},
    {"i8", "int8", "|i1", 1, 8, Kind::Signed},
    {"i16", "int16", "<i2", 2, 16, Kind::Signed},
    {"i32", "int32", "<i4", 4, 32, Kind::Signed},
    {"i64", "int64", "<i8", 8, 64, Kind::Signed},
    {"ui2", "uint2", "uint2", 1, 2, Kind::Unsigned},
    {"ui4", "uint4", "uint4", 1, 4, Kind::Unsigned},
    {"ui8", "uint8", "|u1", 1, 8, Kind::Unsigned},
    {"ui16", "uint16", "<u2", 2, 16, Kind::Unsigned},
    {"ui32", "uint32", "<u4", 4, 32, Kind::Unsigned},
    {"ui64", "uint64", "<u8", 8, 64, Kind::Unsigned},
    {"f16", "float16", "<f2", 2, 16, Kind::Float},
    {"f32", "float32", "<f4", 4, 32, Kind::Float},
    {"f64", "float64", "<f8", 8, 64, Kind::Float},
    {"complex<f32>", "complex64", "<c8", 8, 32, Kind::Float, true},
    {"complex<f64>", "complex128", "<c16", 16, 64, Kind::Float, true},
    {"bf16", "bfloat16", "bfloat16", 2, 16, Kind::Float},
    {"f8E3M4", "float8_e3m4", "float8_e3m4", 1, 8, Kind::Float},
    {"f8E4M3", "float8_e4m3", "float8_e4m3", 1, 8, Kind::Float},
    {"f8E4M3B11FNUZ", "float8_e4m3b11fnuz", "float8_e4m3b11fnuz", 1, 8,
     Kind::Float},
    {"f8E4M3FN", "float8_e4m3fn", "float8_e4m3fn", 1, 8, Kind::Float},
    {"f8E4M3FNUZ", "float8_e4m3fnuz", "float8_e4m3fnuz", 1, 8, Kind::Float},
    {"f8E5M2", "float8_e5m2", "float8_e5m2", 1, 8, Kind::Float},
    {"f8E5M2FNUZ", "float8_e5m2fnuz", "float8_e5m2fnuz", 1, 8, Kind::Float},
    {"f8E8M0FNU", "float8_e8m0fnu", "float8_e8m0fnu", 1, 8, Kind::Float},
    {"f6E2M3FN", "float6_e2m3fn", "float6_e2m3fn", 1, 6, Kind::Float},
    {"f6E3M2FN", "float6_e3m2fn", "float6_e3m2fn", 1, 6, Kind::Float},
    {"f4E2M1FN", "float4_e2m1fn", "float4_e2m1fn", 1, 4, Kind::Float},
};

const Element *amp::runner::findElement(Type type) {
  llvm::SmallString<24> name;
  llvm::raw_svector_ostream(name) << type;
  const Element *found = llvm::find_if(
      elements, [&](const Element &element) { return element.mlir == name; });
  return found == std::end(elements) ? nullptr : found;
}

const Element *amp::runner::findElement(StringRef descr) {
  const Element *found = llvm::find_if(elements, [&](const Element &element) {
    return element.descr.ltrim("<|") == descr;
  });
  return found == std::end(elements) ? nullptr : found;
}

uint64_t amp::runner::bytesOf(RankedTensorType type) {
  return type.getNumElements() * findElement(type.getElementType())->bytes;
}

const llvm::fltSemantics &Element::semantics() const {
  static constexpr struct {
    StringRef name;
    APFloat::Semantics semantics;
  } formats[] = {
      {"f16", APFloat::S_IEEEhalf},
      {"bf16", APFloat::S_BFloat},
      {"f64", APFloat::S_IEEEdouble},
      {"complex<f64>", APFloat::S_IEEEdouble},
      {"f8E3M4", APFloat::S_Float8E3M4},
      {"f8E4M3", APFloat::S_Float8E4M3},
      {"f8E4M3B11FNUZ", APFloat::S_Float8E4M3B11FNUZ},
      {"f8E4M3FN", APFloat::S_Float8E4M3FN},
      {"f8E4M3FNUZ", APFloat::S_Float8E4M3FNUZ},
      {"f8E5M2", APFloat::S_Float8E5M2},
      {"f8E5M2FNUZ", APFloat::S_Float8E5M2FNUZ},
      {"f8E8M0FNU", APFloat::S_Float8E8M0FNU},
      {"f6E2M3FN", APFloat::S_Float6E2M3FN},
      {"f6E3M2FN", APFloat::S_Float6E3M2FN},
      {"f4E2M1FN", APFloat::S_Float4E2M1FN},
  };
  for (const auto &format : formats)
    if (format.name == mlir)
      return APFloat::EnumToSemantics(format.semantics);
  return APFloat::IEEEsingle();
}

double amp::runner::decode(const Element &element, const char *part) {
  uint64_t bits = 0;
  std::memcpy(&bits, part, element.partBytes());
  if (element.kind == Kind::Bool)
    return bits != 0;
  if (element.kind == Kind::Signed)
    return llvm::SignExtend64(bits, element.bits);
  if (element.kind == Kind::Unsigned)
    return bits;
  APFloat value(element.semantics(), llvm::APInt(64, bits).trunc(element.bits));
  bool isInexact;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &isInexact);
  return value.convertToDouble();
}

void amp::runner::encode(const Element &element, double number, char *part) {
  APFloat value(number);
  uint64_t bits;
  bool isExact;
  if (element.kind == Kind::Float) {
    value.convert(element.semantics(), APFloat::rmNearestTiesToEven, &isExact);
    bits = value.bitcastToAPInt().getZExtValue();
  } else {
    llvm::APSInt integer(64, /*isUnsigned=*/element.kind != Kind::Signed);
    value.convertToInteger(integer, APFloat::rmTowardZero, &isExact);
    bits = integer.getZExtValue();
  }
  std::memcpy(part, &bits, element.partBytes());
}
