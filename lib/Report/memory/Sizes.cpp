// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/memory/Sizes.h"
#include "lib/OpModel/Elements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

double amp::report::bytesOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  unsigned bits = 0;
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType(), bits = element.getIntOrFloatBitWidth();
  if (!element.isIntOrFloat())
    return 0;
  bits += element.getIntOrFloatBitWidth();
  return countElements(type).value_or(0) * (bits == 1 ? 8 : bits) / 8;
}

namespace {
struct Unit {
  StringLiteral name;
  double bytes;
};
} // namespace

static constexpr double ki = 1024;
static constexpr Unit units[] = {
    {"", 1},
    {"B", 1},
    {"KB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"TB", 1e12},
    {"KiB", ki},
    {"MiB", ki *ki},
    {"GiB", ki *ki *ki},
    {"TiB", ki *ki *ki *ki},
};

std::optional<double> amp::report::parseBytes(StringRef text) {
  text = text.trim();
  StringRef number =
      text.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
  StringRef name = text.drop_front(number.size()).ltrim();
  const Unit *unit =
      llvm::find_if(units, [&](const Unit &u) { return u.name == name; });
  double count = 0;
  if (number.empty() || number.getAsDouble(count) || count <= 0 ||
      unit == std::end(units))
    return std::nullopt;
  return count * unit->bytes;
}

void amp::report::printBytes(raw_ostream &os, double bytes) {
  static constexpr StringLiteral names[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  for (; bytes >= ki && unit + 1 < std::size(names); ++unit)
    bytes /= ki;
  os << llvm::format(unit ? "%.2f " : "%.0f ", bytes) << names[unit];
}
