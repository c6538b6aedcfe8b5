// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Casts/RoundConstant.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::casts;

/// Rounds one value; counts overflow and underflow in `result`.
static APFloat roundValue(APFloat value, FloatType type,
                          RoundedConstant &result) {
  bool wasFinite = value.isFinite(), wasZero = value.isZero(), losesInfo;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  result.overflowed += wasFinite && !value.isFinite();
  result.flushed += !wasZero && value.isZero();
  return value;
}

/// Returns the elements of a resource; null if the data is missing or has the
/// wrong size.
static DenseElementsAttr readResource(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  bool isSplat = false;
  if (!blob || !DenseElementsAttr::isValidRawBuffer(resource.getType(),
                                                    blob->getData(), isSplat))
    return nullptr;
  return DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                             blob->getData());
}

std::optional<RoundedConstant> amp::casts::roundConstant(TypedAttr value,
                                                         FloatType type) {
  RoundedConstant result;
  if (auto scalar = dyn_cast<FloatAttr>(value)) {
    result.value =
        FloatAttr::get(type, roundValue(scalar.getValue(), type, result));
    return result;
  }
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    dense = readResource(resource);
  if (!dense || !isa<FloatType>(dense.getElementType()))
    return std::nullopt;
  result.value = dense.mapValues(type, [&](const APFloat &element) {
    return roundValue(element, type, result).bitcastToAPInt();
  });
  return result;
}
