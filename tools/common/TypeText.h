// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parser of shaped types without an MLIR context: returns element count and
// element type of `tensor<4x?xi1, #enc>`.
#ifndef TOOLS_COMMON_TYPETEXT_H
#define TOOLS_COMMON_TYPETEXT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir::amp::opt {

/// `!name` -> the text that begins at its definition.
using TypeAliases = llvm::StringMap<llvm::StringRef>;

struct ShapedText {
  /// Number of elements; nullopt for a dynamic or unranked shape.
  std::optional<uint64_t> elements;
  /// True if the product of the static dimensions overflows int64_t.
  bool overflows = false;
  /// First word of the element type: `i1`, `f32`, `complex`, `!alias`.
  llvm::StringRef element;
};

/// Parses the type at the start of `text` (`tensor<`, `vector<`, or an alias).
/// Returns nullopt if it is another type or incomplete.
std::optional<ShapedText> readShapedType(llvm::StringRef text,
                                         const TypeAliases &aliases);

/// Parses the same from the first dimension on, after the `<`.
std::optional<ShapedText> readShape(llvm::StringRef text,
                                    const TypeAliases &aliases);

/// Returns `text` without leading white space and comments.
llvm::StringRef skipSpace(llvm::StringRef text);

inline bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0;
}

inline bool isWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '.';
}

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_TYPETEXT_H
