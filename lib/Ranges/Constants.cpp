// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// constant dense<[1.0, 0.0, 1.0e-8]>   ==>   [0, 1], least 1e-8
#include "lib/Ranges/Constants.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/OpModel/Traits.h"
#include "lib/Ranges/Transfer.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

namespace {
/// Accumulates the range of elements.
struct Gathered {
  double lo = Range::infinity, hi = -Range::infinity;
  double reachLo = 0, reachHi = 0; ///< of finite elements
  double least = Range::infinity;
  bool isWhole = true;

  void add(double value) {
    if (std::isnan(value))
      return;
    lo = std::min(lo, value);
    hi = std::max(hi, value);
    if (std::isfinite(value)) {
      reachLo = std::min(reachLo, value);
      reachHi = std::max(reachHi, value);
    }
    if (value != 0)
      least = std::min(least, std::fabs(value));
    isWhole = isWhole && value == std::floor(value);
  }

  Range finish() const {
    // Ranges do not cover NaN: any range is valid for NaN alone.
    Range range = lo > hi ? between(0, 0) : between(lo, hi);
    range.reachLo = reachLo;
    range.reachHi = reachHi;
    range.least = least;
    range.isInteger = isWhole;
    range.isConstant = true;
    return range;
  }
};
} // namespace

/// Returns an element of a constant as a double; i1 is 0 or 1.
static double numberOf(const APFloat &value) {
  APFloat wide = value;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return wide.convertToDouble();
}

static double numberOf(const APInt &value, Type type) {
  return value.getBitWidth() == 1 || type.isUnsignedInteger()
             ? value.roundToDouble()
             : value.signedRoundToDouble();
}

static Range ofF32(ArrayRef<char> bytes) {
  Gathered gathered;
  ArrayRef values(reinterpret_cast<const float *>(bytes.data()),
                  bytes.size() / sizeof(float));
  for (float value : values)
    gathered.add(value);
  return gathered.finish();
}

static Range ofDense(DenseElementsAttr dense) {
  Type element = dense.getElementType();
  if (element.isF32())
    return ofF32(dense.getRawData());
  Gathered gathered;
  if (isa<FloatType>(element))
    for (const APFloat &value : dense.getValues<APFloat>()) {
      gathered.add(numberOf(value));
      if (dense.isSplat())
        break;
    }
  else if (element.isIntOrIndex())
    for (const APInt &value : dense.getValues<APInt>()) {
      gathered.add(numberOf(value, element));
      if (dense.isSplat())
        break;
    }
  return gathered.finish();
}

/// The data may have fewer elements than the type: samples with the range of
/// all (python/src/mlir_amp/jax/constants.py).
static Range ofResource(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  Type element = resource.getElementType();
  if (!blob || !element.isIntOrFloat())
    return {};
  ArrayRef<char> data = blob->getData();
  if (element.isF32())
    return ofF32(data);
  unsigned width = element.getIntOrFloatBitWidth();
  int64_t count = data.size() * 8 / width;
  if (count == 0 || width % 8 || data.size() % (width / 8))
    return {};
  auto type = RankedTensorType::get({count}, element);
  return ofDense(DenseElementsAttr::getFromRawBuffer(type, data));
}

Range amp::ranges::rangeOfConstant(Operation *constant) {
  auto value = dyn_cast_if_present<TypedAttr>(findConstantValue(constant));
  if (!value || getElementTypeOrSelf(value.getType()) !=
                    getElementTypeOrSelf(constant->getResult(0).getType()))
    return {};
  Gathered gathered;
  if (auto number = dyn_cast<FloatAttr>(value)) {
    gathered.add(numberOf(number.getValue()));
    return gathered.finish();
  }
  if (auto number = dyn_cast<IntegerAttr>(value)) {
    gathered.add(numberOf(number.getValue(), number.getType()));
    return gathered.finish();
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return ofDense(dense);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return ofResource(resource);
  return {};
}

std::optional<double> amp::ranges::findScalar(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isHlo(op, OpKind::broadcast_in_dim))
    op = op->getOperand(0).getDefiningOp();
  if (!op || !isConstantLike(op))
    return std::nullopt;
  auto dense = dyn_cast_if_present<DenseElementsAttr>(findConstantValue(op));
  if (!dense || !dense.isSplat() || !isa<FloatType>(dense.getElementType()))
    return std::nullopt;
  return numberOf(dense.getSplatValue<APFloat>());
}

Range transfer::constant(const TransferInput &reading) {
  return rangeOfConstant(reading.op());
}

/// iota: 0, 1, 2, … along one dimension.
Range transfer::counter(const TransferInput &reading) {
  auto type = dyn_cast<RankedTensorType>(reading.result.getType());
  auto dimension = reading.op()->getAttrOfType<IntegerAttr>("iota_dimension");
  Range range = between(0, Range::infinity);
  if (type && dimension && !type.isDynamicDim(dimension.getInt()))
    range = attained(
        0, std::max<double>(0, type.getDimSize(dimension.getInt()) - 1));
  range.isInteger = range.isCounted = true;
  return rounded(range, reading.format);
}
