// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text of the attribute and type aliases of a file: `#a1 = [#a0]` is one
// bracket of text, but as deep as #a0 and one more; `#a2 = [#a1, #a1]` is twice
// as large as #a1. Both are recursion and size when the attribute is printed.
#ifndef TOOLS_COMMON_ALIASES_H
#define TOOLS_COMMON_ALIASES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace mlir::amp::opt {

struct Alias {
  uint32_t depth = 0;
  /// Attributes and types in it, each as often as it would be printed.
  uint32_t size = 0;
};

class Aliases {
public:
  /// The depth of the deepest alias so far: where even that would be allowed,
  /// no name needs to be looked up.
  unsigned deepest() const { return maxDepth; }

  /// Unknown names (a location that is defined later) count as nothing.
  Alias find(llvm::StringRef name) const;
  void define(llvm::StringRef name, Alias alias);

private:
  // MLIR counts its aliases, and locations come by the million: those whose
  // numbers have few gaps are kept by number.
  llvm::StringMap<std::vector<Alias>> numbered;
  llvm::StringMap<Alias> named;
  unsigned maxDepth = 0;
};

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_ALIASES_H
