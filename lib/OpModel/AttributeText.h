// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Textual access to attributes of a StableHLO copy whose C++ classes are
// unknown.
#ifndef LIB_OPMODEL_ATTRIBUTETEXT_H
#define LIB_OPMODEL_ATTRIBUTETEXT_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

namespace mlir::amp {

/// Printed attribute of an op, in the syntax of the StableHLO specification;
/// empty if absent.
class AttributeText {
public:
  AttributeText(Operation *op, StringRef name) {
    if (Attribute attribute = op->getAttr(name))
      text = debugString(attribute);
  }

  StringRef str() const { return text; }

  /// Returns `LT` of `<comparison_direction LT>`.
  StringRef enumerator() const {
    return StringRef(text).rtrim('>').rsplit(' ').second;
  }
  /// Returns `1` of `handle = 1`.
  std::optional<int64_t> number(StringRef field) const {
    StringRef rest = after(field);
    int64_t value;
    if (rest.consumeInteger(10, value))
      return std::nullopt;
    return value;
  }
  /// Returns the numbers of `field = [0, 2]`; empty if the field is absent,
  /// because StableHLO does not print empty lists.
  SmallVector<int64_t, 4> list(StringRef field) const {
    SmallVector<int64_t, 4> numbers;
    StringRef rest = after(field);
    if (!rest.consume_front("["))
      return numbers;
    for (StringRef part : llvm::split(rest.split(']').first, ','))
      if (int64_t value; !part.trim().getAsInteger(10, value))
        numbers.push_back(value);
    return numbers;
  }

private:
  StringRef after(StringRef field) const {
    for (StringRef before : {" ", "<"})
      if (size_t at = StringRef(text).find((before + field + " = ").str());
          at != StringRef::npos)
        return StringRef(text).substr(at + field.size() + 4);
    return {};
  }

  std::string text;
};

} // namespace mlir::amp

#endif // LIB_OPMODEL_ATTRIBUTETEXT_H
