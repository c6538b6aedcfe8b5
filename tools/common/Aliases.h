// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Depth and size of the attribute and type aliases of a file. `#a1 = [#a0]` is
// one bracket of text, but one level deeper than #a0; `#a2 = [#a1, #a1]` is
// twice as large as #a1. Printing an attribute recurses and expands
// accordingly.
#ifndef TOOLS_COMMON_ALIASES_H
#define TOOLS_COMMON_ALIASES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace mlir::amp::opt {

struct Alias {
  uint32_t depth = 0;
  /// Number of nested attributes and types, each counted as often as printed.
  uint32_t size = 0;
};

class Aliases {
public:
  /// Depth of the deepest alias so far. No lookup is needed if this depth is
  /// allowed.
  unsigned deepest() const { return maxDepth; }

  /// Unknown names (e.g. locations defined later) have depth and size 0.
  Alias find(llvm::StringRef name) const;
  void define(llvm::StringRef name, Alias alias);

private:
  // MLIR numbers its aliases, and a file can have millions of locations:
  // aliases with dense numbers are stored by number.
  llvm::StringMap<std::vector<Alias>> numbered;
  llvm::StringMap<Alias> named;
  unsigned maxDepth = 0;
};

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_ALIASES_H
