// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BoolConstants.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

namespace {
bool isBool(const ShapedText &type) {
  return type.elements && (type.element == "i1" || type.element == "si1" ||
                           type.element == "ui1");
}
} // namespace

void amp::opt::packBools(llvm::MutableArrayRef<char> literal,
                         StringRef typeText, const TypeAliases &aliases) {
  auto digits = literal.drop_front(3).drop_back(1);
  auto type = readShapedType(typeText, aliases);
  if (!type || !isBool(*type) || !llvm::all_of(digits, llvm::isHexDigit))
    return;
  uint64_t bytes = digits.size() / 2;
  if (digits.size() % 2 || bytes * 8 == llvm::alignTo<8>(*type->elements))
    return; // already packed, or one byte that is equal in both forms

  auto at = [&](uint64_t i) {
    return digits[2 * i] != '0' || digits[2 * i + 1] != '0';
  };
  if (bytes == 1) { // splat: one byte for many elements
    std::fill(digits.begin(), digits.end(), at(0) ? 'F' : '0');
    return;
  }
  if (bytes != *type->elements)
    return;
  char *out = digits.data();
  for (uint64_t i = 0; i < bytes; i += 8) {
    unsigned packed = 0;
    for (uint64_t bit = 0; bit < std::min<uint64_t>(8, bytes - i); ++bit)
      packed |= at(i + bit) << bit;
    *out++ = llvm::hexdigit(packed >> 4);
    *out++ = llvm::hexdigit(packed & 15);
  }
  *out++ = '"';
  std::fill(out, literal.end(), ' ');
}

void amp::opt::unpackBools(llvm::raw_ostream &os, StringRef digits,
                           uint64_t elements) {
  constexpr size_t chunk = 512;
  char buffer[2 * chunk];
  for (uint64_t begin = 0; begin < elements; begin += chunk) {
    uint64_t count = std::min<uint64_t>(chunk, elements - begin);
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t byte = (begin + i) / 8;
      unsigned packed = llvm::hexDigitValue(digits[2 * byte]) << 4 |
                        llvm::hexDigitValue(digits[2 * byte + 1]);
      buffer[2 * i] = '0';
      buffer[2 * i + 1] = '0' + (packed >> (begin + i) % 8 & 1);
    }
    os.write(buffer, 2 * count);
  }
}

std::optional<uint64_t> amp::opt::countPackedBools(StringRef digits,
                                                   StringRef after) {
  after = skipSpace(after);
  if (!after.consume_front(">"))
    return std::nullopt;
  after = skipSpace(after);
  if (!after.consume_front(":"))
    return std::nullopt;
  auto type = readShapedType(after, {});
  if (!type || !isBool(*type) || *type->elements < 2 ||
      digits.size() != 2 * llvm::divideCeil(*type->elements, 8) ||
      !llvm::all_of(digits, llvm::isHexDigit))
    return std::nullopt;
  return type->elements;
}
