// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the attribute and type aliases of a file stand for: `#a1 = [#a0]` is one
// bracket of text, but as deep as #a0 and one more; `#a2 = [#a1, #a1]` is twice
// as large as #a1. Both are recursion and size when the attribute is printed.
#ifndef AMP_OPT_ALIASES_H
#define AMP_OPT_ALIASES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdint>

namespace mlir::amp {

struct Alias {
  unsigned depth = 0;
  /// Attributes and types in it, each as often as it would be printed.
  uint64_t size = 1;
};

class Aliases {
public:
  /// The depth of the deepest alias so far: where even that would be allowed,
  /// no name needs to be looked up.
  unsigned deepest() const { return maxDepth; }

  /// Unknown names (a location that is defined later) count as nothing.
  Alias find(llvm::StringRef name) const { return known.lookup(name); }

  void define(llvm::StringRef name, Alias alias) {
    known[name] = alias;
    maxDepth = std::max(maxDepth, alias.depth);
  }

private:
  llvm::StringMap<Alias> known;
  unsigned maxDepth = 0;
};

} // namespace mlir::amp

#endif // AMP_OPT_ALIASES_H
