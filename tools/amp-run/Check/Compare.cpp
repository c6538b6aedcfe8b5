// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// [1.0, 2.1] against [1.0, 2.0]   ==>   max 0.05, rms 0.035, worst [1]
#include "Check/Compare.h"
#include "tools/amp-run/Arrays/Elements.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static bool isRealFloat(const Element *element) {
  return element && element->kind == Kind::Float && !element->isComplex;
}

namespace {
/// Elements of a dense array as numbers.
struct Numbers {
  const Element &element;
  const char *data;

  double operator[](int64_t i) const {
    return decode(element, data + i * element.bytes);
  }
};
} // namespace

/// Returns the largest finite magnitude, or 1 if there is none except zeros.
static double scaleOf(const Numbers &numbers, int64_t count) {
  double scale = 0;
  for (int64_t i = 0; i < count; ++i) {
    double size = std::abs(numbers[i]);
    if (std::isfinite(size))
      scale = std::max(scale, size);
  }
  return scale == 0 ? 1 : scale;
}

std::optional<Difference>
mlir::amp::runner::compare(const void *array, RankedTensorType type,
                           const void *reference,
                           RankedTensorType referenceType) {
  const Element *element = findElement(type.getElementType());
  const Element *wide = findElement(referenceType.getElementType());
  if (!isRealFloat(element) || !isRealFloat(wide))
    return std::nullopt;
  Numbers values{*element, static_cast<const char *>(array)};
  Numbers right{*wide, static_cast<const char *>(reference)};
  int64_t count = type.getNumElements();
  double scale = scaleOf(right, count);
  Difference difference;
  double squares = 0;
  for (int64_t i = 0; i < count; ++i) {
    double found = values[i], wanted = right[i];
    difference.unknown += !std::isfinite(wanted);
    if (found == wanted || (std::isnan(found) && std::isnan(wanted)))
      continue;
    bool isWrong = !std::isfinite(found) || !std::isfinite(wanted);
    double error = isWrong ? INFINITY : std::abs(found - wanted) / scale;
    squares += error * error;
    if (error <= difference.max)
      continue;
    difference.max = error;
    difference.worst = i;
    difference.found = found;
    difference.wanted = wanted;
    difference.isNotFinite = isWrong;
  }
  difference.rms = count ? std::sqrt(squares / count) : 0;
  return difference;
}

std::optional<int64_t>
mlir::amp::runner::countBetween(const void *array, RankedTensorType type,
                                const void *reference,
                                llvm::ArrayRef<const void *> moved,
                                RankedTensorType referenceType, double bound) {
  const Element *element = findElement(type.getElementType());
  const Element *wide = findElement(referenceType.getElementType());
  if (!isRealFloat(element) || !isRealFloat(wide))
    return std::nullopt;
  auto numbers = [&](const void *data) {
    return Numbers{*wide, static_cast<const char *>(data)};
  };
  Numbers values{*element, static_cast<const char *>(array)};
  Numbers right = numbers(reference);
  int64_t count = type.getNumElements(), between = 0;
  double distance = bound * scaleOf(right, count);
  for (int64_t i = 0; i < count; ++i) {
    double found = values[i], wanted = right[i];
    if (found == wanted || (std::isnan(found) && std::isnan(wanted)) ||
        std::abs(found - wanted) <= distance)
      continue;
    double least = wanted, most = wanted;
    for (const void *data : moved) {
      double other = numbers(data)[i];
      if (!std::isfinite(other))
        continue;
      least = std::min(least, other);
      most = std::max(most, other);
    }
    if (!std::isfinite(wanted) ||
        !(least - distance <= found && found <= most + distance))
      return std::nullopt;
    ++between;
  }
  return between;
}

std::string mlir::amp::runner::placeOf(int64_t index,
                                       llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<std::string> places;
  for (int64_t size : llvm::reverse(shape)) {
    places.push_back(std::to_string(index % size));
    index /= size;
  }
  std::reverse(places.begin(), places.end());
  return "[" + llvm::join(places, ", ") + "]";
}
