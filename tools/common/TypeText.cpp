// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TypeText.h"

#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

StringRef amp::opt::skipSpace(StringRef text) {
  while (true) {
    text = text.drop_while(isSpace);
    if (!text.starts_with("//"))
      return text;
    text = text.substr(text.find_first_of("\r\n"));
  }
}

std::optional<ShapedText> amp::opt::readShape(StringRef text,
                                              const TypeAliases &aliases) {
  ShapedText shape;
  bool isStatic = true;
  bool isEmpty = false;
  uint64_t count = 1;
  while (true) {
    text = skipSpace(text);
    bool isScalable = text.consume_front("[");
    StringRef digits = text.take_while(llvm::isDigit);
    text = text.drop_front(digits.size());
    if (digits.empty()) {
      if (!text.consume_front("?") && !text.consume_front("*"))
        break;
      isStatic = false;
    } else if (uint64_t dim; digits.getAsInteger(10, dim)) {
      shape.overflows = true;
    } else {
      isEmpty |= dim == 0;
      shape.overflows |= __builtin_mul_overflow(count, dim, &count);
    }
    if (isScalable) {
      isStatic = false;
      text.consume_front("]");
    }
    text = skipSpace(text);
    if (!text.consume_front("x"))
      return std::nullopt;
  }
  shape.overflows |= count > uint64_t(std::numeric_limits<int64_t>::max());
  shape.overflows &= !isEmpty;
  if (isStatic && !shape.overflows)
    shape.elements = isEmpty ? 0 : count;

  size_t length = text.starts_with("!") ? 1 : 0;
  while (length < text.size() && isWordChar(text[length]))
    ++length;
  shape.element = text.take_front(length);
  for (int hops = 0; shape.element.starts_with("!") && hops < 16; ++hops) {
    auto alias = aliases.find(shape.element);
    if (alias == aliases.end())
      break;
    StringRef target = alias->second;
    shape.element = target.take_while(isWordChar);
    if (shape.element.empty() && target.starts_with("!"))
      shape.element = target.take_front(
          1 + target.drop_front().take_while(isWordChar).size());
  }
  return shape;
}

std::optional<ShapedText> amp::opt::readShapedType(StringRef text,
                                                   const TypeAliases &aliases) {
  for (int hops = 0; hops < 16; ++hops) {
    text = skipSpace(text);
    if (text.consume_front("tensor") || text.consume_front("vector")) {
      text = skipSpace(text);
      if (!text.consume_front("<"))
        return std::nullopt;
      return readShape(text, aliases);
    }
    if (!text.starts_with("!"))
      return std::nullopt;
    auto alias = aliases.find(
        text.take_front(1 + text.drop_front().take_while(isWordChar).size()));
    if (alias == aliases.end())
      return std::nullopt;
    text = alias->second;
  }
  return std::nullopt;
}
