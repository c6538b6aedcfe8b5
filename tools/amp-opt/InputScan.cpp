// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InputScan.h"
#include "BoolConstants.h"

using namespace mlir;
using namespace mlir::amp;
using llvm::StringRef;

/// The position of the string's closing quote; a string ends on its line.
static size_t findQuote(StringRef text, size_t opening) {
  size_t at = opening + 1;
  while ((at = text.find_first_of("\"\\\n", at)) != StringRef::npos &&
         text[at] == '\\')
    at += 2;
  return std::min(at, text.size());
}

void amp::scanInput(llvm::MutableArrayRef<char> buffer) {
  StringRef text(buffer.data(), buffer.size());
  TypeAliases aliases;
  for (size_t at = 0; (at = text.find_first_of("\"/!", at)) < text.size();
       ++at) {
    StringRef rest = text.drop_front(at);
    if (rest.starts_with("//")) {
      at = std::min(text.find('\n', at), text.size() - 1);
    } else if (rest.front() == '!' && (at == 0 || text[at - 1] == '\n')) {
      StringRef name =
          rest.take_front(1 + rest.drop_front().take_while(isWordChar).size());
      StringRef value = skipSpace(rest.drop_front(name.size()));
      if (value.consume_front("="))
        aliases[name] = skipSpace(value);
    } else if (rest.front() == '"') {
      size_t quote = findQuote(text, at);
      bool isDense = text.take_front(at).rtrim().consume_back("<") &&
                     text.take_front(at).rtrim().drop_back().ends_with("dense");
      StringRef after =
          skipSpace(text.drop_front(std::min(quote + 1, text.size())));
      if (isDense && rest.starts_with("\"0x") && after.consume_front(">") &&
          (after = skipSpace(after)).consume_front(":"))
        packBools(buffer.slice(at, quote + 1 - at), after, aliases);
      at = quote;
    }
  }
}
