// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Arrays/Print.h"

#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

namespace {
class Printer {
public:
  Printer(llvm::raw_ostream &os, const Array &array)
      : os(os), array(array), isShort(array.count() <= 1000) {}

  void print(unsigned dim, const char *from, uint64_t bytes);

private:
  void printElement(const char *from);
  void printPart(const char *from);

  llvm::raw_ostream &os;
  const Array &array;
  bool isShort;
};
} // namespace

void Printer::printPart(const char *from) {
  const Element &element = *array.element;
  if (element.kind == Kind::Signed || element.kind == Kind::Unsigned) {
    uint64_t bits = 0;
    std::memcpy(&bits, from, element.bytes);
    if (element.kind == Kind::Unsigned)
      os << bits;
    else
      os << llvm::SignExtend64(bits, element.bits);
    return;
  }
  double value = decode(element, from);
  if (element.kind == Kind::Bool)
    os << (value ? "True" : "False");
  else if (std::isnan(value))
    os << "nan"; // the sign of a NaN has no meaning
  else
    os << llvm::format(element.partBytes() == 8 ? "%.17g" : "%.8g", value);
}

void Printer::printElement(const char *from) {
  printPart(from);
  if (!array.element->isComplex)
    return;
  const char *imaginary = from + array.element->partBytes();
  if (!std::signbit(decode(*array.element, imaginary)))
    os << '+';
  printPart(imaginary);
  os << 'j';
}

/// `bytes` is the size of the subarray of one index of the outer dimension.
void Printer::print(unsigned dim, const char *from, uint64_t bytes) {
  if (dim == array.shape.size())
    return printElement(from);
  constexpr int64_t edge = 3;
  int64_t size = array.shape[dim];
  bool isInner = dim + 1 == array.shape.size();
  os << '[';
  for (int64_t i = 0; i < size; ++i) {
    if (i > 0 && isInner)
      os << ' ';
    if (i > 0 && !isInner)
      (os << '\n').indent(dim + 1);
    if (!isShort && size > 2 * edge && i == edge) {
      os << "...";
      i = size - edge - 1;
      continue;
    }
    print(dim + 1, from + i * (bytes / size), bytes / size);
  }
  os << ']';
}

void amp::runner::printArray(llvm::raw_ostream &os, llvm::StringRef name,
                             const Array &array) {
  os << name << ": " << array.describe() << '\n';
  Printer(os, array).print(0, array.data.get(), array.bytes());
  os << '\n';
}
