// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Interpret/Tensor.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <unordered_map>

using namespace mlir;
using namespace mlir::amp::fuzz;
using llvm::APFloat;

static Format makeFormat(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element)) {
    Format part = makeFormat(complex.getElementType());
    part.kind = Kind::complex;
    return part;
  }
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    Format format{Kind::real, type.getWidth(), &semantics};
    format.precision = APFloat::semanticsPrecision(semantics);
    format.minExponent = APFloat::semanticsMinExponent(semantics);
    APFloat largest = APFloat::getLargest(semantics);
    bool inexact;
    largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &inexact);
    format.max = largest.convertToDouble();
    return format;
  }
  if (auto type = dyn_cast<IntegerType>(element)) {
    if (type.getWidth() == 1)
      return {Kind::boolean, 1, nullptr};
    return {type.isUnsigned() ? Kind::unsignedInteger : Kind::signedInteger,
            type.getWidth(), nullptr};
  }
  return {Kind::signedInteger, 64, nullptr}; // index
}

/// Returns a number per format that is equal in all contexts.
static uint64_t keyOf(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return keyOf(complex.getElementType()) | 1;
  if (auto type = dyn_cast<FloatType>(element))
    return uint64_t(APFloat::SemanticsToEnum(type.getFloatSemantics())) << 20;
  if (auto type = dyn_cast<IntegerType>(element))
    return (uint64_t(type.getWidth()) << 40) |
           (uint64_t(type.isUnsigned()) << 60);
  return ~uint64_t(0);
}

const Format &mlir::amp::fuzz::formatOf(Type element) {
  static std::unordered_map<uint64_t, Format> formats;
  uint64_t key = keyOf(element);
  auto found = formats.find(key);
  if (found == formats.end())
    found = formats.emplace(key, makeFormat(element)).first;
  return found->second;
}

static double viaSemantics(const llvm::fltSemantics &semantics, double value) {
  APFloat number(value);
  bool inexact;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &inexact);
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  return number.convertToDouble();
}

static bool isIeee(const Format &format) {
  const auto *semantics = format.semantics;
  return semantics == &APFloat::IEEEhalf() || semantics == &APFloat::BFloat();
}

double mlir::amp::fuzz::roundTo(const Format &format, double value) {
  if (format.bits == 64 || value == 0 || !std::isfinite(value))
    return format.bits < 16 ? viaSemantics(*format.semantics, value) : value;
  if (format.bits == 32)
    return float(value);
  if (!isIeee(format))
    return viaSemantics(*format.semantics, value);
  int exponent = std::max(std::ilogb(value), format.minExponent);
  double quantum = std::ldexp(1.0, exponent - format.precision + 1);
  double rounded = std::nearbyint(value / quantum) * quantum;
  if (std::abs(rounded) > format.max)
    return std::copysign(INFINITY, value);
  return rounded;
}

int64_t mlir::amp::fuzz::wrapTo(const Format &format, uint64_t value) {
  if (format.kind == Kind::boolean)
    return value & 1;
  if (format.bits >= 64)
    return value;
  uint64_t mask = (uint64_t(1) << format.bits) - 1;
  if (format.kind == Kind::signedInteger)
    return llvm::SignExtend64(value & mask, format.bits);
  return value & mask;
}

uint64_t mlir::amp::fuzz::bitsOf(const Format &format, double value) {
  APFloat number(value);
  bool inexact;
  number.convert(*format.semantics, APFloat::rmNearestTiesToEven, &inexact);
  return number.bitcastToAPInt().getZExtValue();
}

double mlir::amp::fuzz::ofBits(const Format &format, uint64_t bits) {
  APFloat number(*format.semantics, APInt(64, bits).trunc(format.bits));
  bool inexact;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  return number.convertToDouble();
}

Tensor::Tensor(Type element, ArrayRef<int64_t> shape)
    : element(element), shape(shape) {
  cells.resize(count() * width(), Cell{0});
}

Tensor Tensor::at(int64_t index) const {
  Tensor one(element, {});
  one.copy(0, *this, index);
  return one;
}

bool Tensor::sameBits(const Tensor &other) const {
  if (shape != other.shape || cells.size() != other.cells.size())
    return false;
  for (auto [a, b] : llvm::zip(cells, other.cells))
    if (a.i != b.i &&
        !(format().isFloat() && std::isnan(a.f) && std::isnan(b.f)))
      return false;
  return true;
}

template <typename Elements>
static void readFloats(Tensor &tensor, Elements &&elements) {
  size_t next = 0;
  bool inexact;
  auto put = [&](APFloat value) {
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &inexact);
    tensor.cells[next++].f = value.convertToDouble();
  };
  for (auto value : elements)
    if constexpr (std::is_same_v<decltype(value), APFloat>)
      put(value);
    else {
      put(value.real());
      put(value.imag());
    }
}

std::optional<Tensor> mlir::amp::fuzz::readConstant(Attribute value,
                                                    Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked || !ranked.hasStaticShape())
    return std::nullopt;
  Tensor tensor(ranked);
  if (auto array = dyn_cast<DenseI64ArrayAttr>(value)) {
    for (auto [cell, number] : llvm::zip(tensor.cells, array.asArrayRef()))
      cell.i = number;
    return tensor;
  }
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return std::nullopt;
  const Format &format = tensor.format();
  if (format.kind == Kind::complex)
    readFloats(tensor, dense.getValues<std::complex<APFloat>>());
  else if (format.kind == Kind::real)
    readFloats(tensor, dense.getValues<APFloat>());
  else {
    size_t next = 0;
    for (const APInt &number : dense.getValues<APInt>())
      tensor.cells[next++].i = wrapTo(format, number.getZExtValue());
  }
  return tensor;
}

void mlir::amp::fuzz::forEach(
    ArrayRef<int64_t> shape,
    llvm::function_ref<void(ArrayRef<int64_t>, int64_t)> body) {
  int64_t count = ShapedType::getNumElements(shape);
  SmallVector<int64_t, 6> index(shape.size(), 0);
  for (int64_t linear = 0; linear < count; ++linear) {
    body(index, linear);
    for (int64_t dim = int64_t(shape.size()) - 1; dim >= 0; --dim) {
      if (++index[dim] < shape[dim])
        break;
      index[dim] = 0;
    }
  }
}

int64_t mlir::amp::fuzz::linearize(ArrayRef<int64_t> index,
                                   ArrayRef<int64_t> shape) {
  int64_t linear = 0;
  for (auto [i, size] : llvm::zip(index, shape))
    linear = linear * size + i;
  return linear;
}

bool mlir::amp::fuzz::isInside(ArrayRef<int64_t> index,
                               ArrayRef<int64_t> shape) {
  for (auto [i, size] : llvm::zip(index, shape))
    if (i < 0 || i >= size)
      return false;
  return true;
}
