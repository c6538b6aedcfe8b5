// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SUPPORT_REPORTENTRY_H
#define LIB_SUPPORT_REPORTENTRY_H

#include "mlir/IR/Builders.h"
#include <cmath>
#include <type_traits>

namespace mlir::amp {

/// Named values of an entry of a report, in the order in which they are added.
class ReportEntry {
public:
  explicit ReportEntry(MLIRContext *context) : builder(context) {}

  ReportEntry &add(StringRef name, Attribute value) {
    entries.push_back(builder.getNamedAttr(name, value));
    return *this;
  }
  ReportEntry &add(StringRef name, StringRef text) {
    return add(name, Attribute(builder.getStringAttr(text)));
  }
  template <typename Number,
            std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
  ReportEntry &add(StringRef name, Number number) {
    if constexpr (std::is_same_v<Number, bool>)
      return add(name, Attribute(builder.getBoolAttr(number)));
    else if (double(number) == std::rint(double(number)) &&
             std::abs(double(number)) < 0x1p62) // whole numbers are integers
      return add(name, Attribute(builder.getI64IntegerAttr(int64_t(number))));
    else
      return add(name, Attribute(builder.getF64FloatAttr(double(number))));
  }
  ReportEntry &addNull(StringRef name) {
    return add(name, Attribute(builder.getUnitAttr()));
  }
  /// Adds a time in microseconds, rounded to 0.001 so that all times print
  /// alike.
  ReportEntry &addTime(StringRef name, double time) {
    return add(
        name, Attribute(builder.getF64FloatAttr(std::round(time * 1e3) / 1e3)));
  }
  DictionaryAttr get() { return builder.getDictionaryAttr(entries); }

private:
  Builder builder;
  SmallVector<NamedAttribute> entries;
};

} // namespace mlir::amp

#endif // LIB_SUPPORT_REPORTENTRY_H
