// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Match.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;

/// A different number for each index, all bits of it (SplitMix64).
static uint64_t scramble(uint64_t index) {
  index = (index + 1) * 0x9e3779b97f4a7c15;
  index = (index ^ (index >> 30)) * 0xbf58476d1ce4e5b9;
  index = (index ^ (index >> 27)) * 0x94d049bb133111eb;
  return index ^ (index >> 31);
}

/// How many integers there are to draw from, from 0.
static unsigned countValues(const Element &element, const Drawing &drawing) {
  constexpr unsigned few = 8;
  unsigned count = element.kind == Kind::Bool || element.bits == 2 ? 2 : few;
  return std::clamp<int64_t>(drawing.limit, 1, count);
}

/// A float whose sample of a standard normal distribution is `normal`.
static double drawFloat(double normal, uint64_t bits, const Drawing &drawing) {
  if (drawing.isScale)
    return std::ldexp(1, 8 + bits % 4);
  double value = 0.1 * normal;
  return drawing.isNonNegative ? std::abs(value) : value;
}

/// Values to draw from, as they stand in arrays: for floats, a sample of a
/// normal distribution.
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

static void fill(Array &array, const Drawing &drawing, uint64_t seed) {
  std::string values = makeValues(*array.element, drawing);
  size_t size = array.element->partBytes(), count = values.size() / size;
  char *end = array.data.get() + array.bytes();
  uint64_t index = scramble(seed);
  for (char *part = array.data.get(); part != end; part += size)
    std::memcpy(part, values.data() + scramble(index++) % count * size, size);
}

std::vector<Argument> amp::generateArguments(const Signature &signature,
                                             uint64_t seed,
                                             llvm::ArrayRef<Drawing> drawings) {
  std::vector<Argument> arguments;
  for (RankedTensorType type : signature.arguments) {
    const Element &element = *findElement(type.getElementType());
    arguments.push_back({Array::make(element, type.getShape())});
    size_t number = arguments.size();
    fill(arguments.back().array,
         drawings.empty() ? Drawing() : drawings[number - 1], seed + number);
  }
  return arguments;
}
