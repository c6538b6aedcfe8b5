// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Inputs/Match.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// SplitMix64 hash of an index.
static uint64_t scramble(uint64_t index) {
  index = (index + 1) * 0x9e3779b97f4a7c15;
  index = (index ^ (index >> 30)) * 0xbf58476d1ce4e5b9;
  index = (index ^ (index >> 27)) * 0x94d049bb133111eb;
  return index ^ (index >> 31);
}

/// Returns the number of integers to draw from, starting at 0.
static unsigned countValues(const Element &element, const Drawing &drawing) {
  constexpr unsigned few = 8;
  bool isTruth =
      element.kind == Kind::Bool || element.bits == 2 || drawing.isMask;
  unsigned count = isTruth ? 2 : few;
  return std::clamp<int64_t>(drawing.limit, 1, count);
}

/// Returns a float of the distribution; `normal` is a standard normal sample.
static double drawFloat(double normal, uint64_t bits, const Drawing &drawing) {
  if (drawing.isScale)
    return std::ldexp(1, 8 + bits % 4);
  if (drawing.isCount)
    return 1 + bits % 7;
  if (drawing.isVariance)
    return 0.5 + std::ldexp(bits >> 11, -53);
  if (drawing.isGain)
    return 1 + 0.1 * std::clamp(normal, -3.0, 3.0);
  double value = drawing.deviation * normal;
  return drawing.isNonNegative ? std::abs(value) : value;
}

/// Returns the values to draw from, as bytes of an array. For floats, these are
/// samples of a normal distribution.
static std::string makeValues(const Element &element, const Drawing &drawing) {
  constexpr unsigned many = 4096;
  bool isFloat = element.kind == Kind::Float;
  unsigned count = isFloat ? many : countValues(element, drawing);
  unsigned first = !isFloat && drawing.isCount && count > 1;
  count -= first;
  std::string values(count * element.partBytes(), 0);
  for (unsigned i = 0; i < count; ++i) {
    double u = (scramble(2 * i) >> 11) * 0x1p-53 + 0x1p-54;
    double v = (scramble(2 * i + 1) >> 11) * 0x1p-53;
    double normal = std::sqrt(-2 * std::log(u)) * std::cos(2 * M_PI * v);
    encode(element,
           isFloat ? drawFloat(normal, scramble(i), drawing) : first + i,
           values.data() + i * element.partBytes());
  }
  return values;
}

/// Fills with 0, 1, 2, … along the last dimension, below the limit.
static void count(Array &array, llvm::ArrayRef<int64_t> shape, int64_t limit) {
  size_t size = array.element->partBytes();
  int64_t last = shape.empty() ? 1 : shape.back();
  for (int64_t i = 0, end = array.count(); i < end; ++i)
    encode(*array.element, std::min(i % last, std::max<int64_t>(limit, 1) - 1),
           array.data.get() + i * size);
}

static void fill(Array &array, const Drawing &drawing, uint64_t seed) {
  std::string values = makeValues(*array.element, drawing);
  size_t size = array.element->partBytes(), count = values.size() / size;
  char *end = array.data.get() + array.bytes();
  uint64_t index = scramble(seed);
  for (char *part = array.data.get(); part != end; part += size)
    std::memcpy(part, values.data() + scramble(index++) % count * size, size);
}

std::vector<Argument>
amp::runner::generateArguments(const Signature &signature, uint64_t seed,
                               llvm::ArrayRef<Drawing> drawings) {
  std::vector<Argument> arguments;
  for (RankedTensorType type : signature.arguments) {
    const Element &element = *findElement(type.getElementType());
    arguments.push_back({Array::make(element, type.getShape())});
    size_t number = arguments.size();
    Drawing drawing = drawings.empty() ? Drawing() : drawings[number - 1];
    if (drawing.isIncreasing && element.kind != Kind::Float)
      count(arguments.back().array, type.getShape(), drawing.limit);
    else
      fill(arguments.back().array, drawing, seed + number);
  }
  return arguments;
}
