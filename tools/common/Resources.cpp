// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Resources.h"
#include "TypeText.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

size_t amp::opt::stringLength(StringRef text) {
  size_t quote = text.find('"', 1);
  for (size_t from = 1; true;) {
    StringRef inside = text.slice(from, quote);
    size_t escape = inside.find('\\');
    size_t newline = inside.take_front(escape).find('\n');
    if (newline != StringRef::npos)
      return from + newline;
    if (escape == StringRef::npos)
      return quote == StringRef::npos ? text.size() : quote + 1;
    from = std::min(from + escape + 2, text.size());
    if (from > quote)
      quote = text.find('"', from);
  }
}

/// Returns the key, a word or a string. Strings are compared by spelling, which
/// is unique in MLIR's output.
static StringRef readKey(StringRef text) {
  if (!text.starts_with("\""))
    return text.take_while([](char c) { return isWordChar(c) || c == '-'; });
  return text.take_front(stringLength(text)).drop_front().rtrim('"');
}

void Resources::use(StringRef text) {
  text = skipSpace(text);
  used.try_emplace(readKey(text), text.data());
}

StringRef Resources::define(StringRef text) {
  StringRef sections[3]; // dialect_resources: { builtin: { key: …
  size_t level = 0;
  while (!(text = skipSpace(text)).empty()) {
    if (text.consume_front("#-}"))
      return text;
    StringRef key = readKey(text);
    size_t length = text.starts_with("\"") ? stringLength(text) : key.size();
    StringRef after = skipSpace(text.drop_front(length));
    if (length > 0 && after.consume_front(":")) {
      if (level < 3)
        sections[level] = key;
      if (level == 2 && sections[0] == "dialect_resources" &&
          sections[1] == "builtin")
        defined.insert(key);
      text = after;
    } else if (length > 0) {
      if (!badData && text.starts_with("\"0x00000000"))
        badData = {text.data(),
                   "data of resource '" + sections[2].str() +
                       "' has alignment 0, expected a power of two"};
      text = text.drop_front(length);
    } else {
      level += text.front() == '{';
      level -= text.front() == '}' && level > 0;
      text = text.drop_front();
    }
  }
  return text;
}

std::optional<InputError> Resources::check() const {
  if (badData)
    return badData;
  const llvm::StringMapEntry<const char *> *first = nullptr;
  for (const auto &use : used)
    if (!defined.contains(use.getKey()) &&
        (!first || use.getValue() < first->getValue()))
      first = &use;
  if (!first)
    return std::nullopt;
  return InputError{first->getValue(),
                    "no data for dense_resource '" + first->getKey().str() +
                        "': expected it under dialect_resources in this file"};
}
