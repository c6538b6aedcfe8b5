// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Aliases.h"

#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <optional>

using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

/// Splits the number 12 from `#loc12`; `#loc012` has no number.
static std::optional<size_t> splitNumber(StringRef &name) {
  size_t size = name.size();
  while (size > 0 && llvm::isDigit(name[size - 1]))
    --size;
  size_t number;
  StringRef digits = name.drop_front(size);
  if (digits.size() > 9 || (digits.size() > 1 && digits.starts_with("0")) ||
      digits.getAsInteger(10, number))
    return std::nullopt;
  name = name.take_front(size);
  return number;
}

Alias Aliases::find(StringRef name) const {
  StringRef prefix = name;
  if (auto number = splitNumber(prefix)) {
    auto aliases = numbered.find(prefix);
    if (aliases != numbered.end() && *number < aliases->second.size() &&
        aliases->second[*number].size > 0)
      return aliases->second[*number];
  }
  return named.empty() ? Alias() : named.lookup(name);
}

void Aliases::define(StringRef name, Alias alias) {
  maxDepth = std::max(maxDepth, alias.depth);
  StringRef prefix = name;
  if (auto number = splitNumber(prefix)) {
    std::vector<Alias> &aliases = numbered[prefix];
    if (*number < 2 * aliases.size() + 1000) {
      if (*number >= aliases.size())
        aliases.resize(*number + 1);
      aliases[*number] = alias;
      return;
    }
  }
  named[name] = alias;
}
