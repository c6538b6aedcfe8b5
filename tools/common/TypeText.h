// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the text of a shaped type without MLIR: `tensor<4x?xi1, #enc>` gives
// its elements and element type.
#ifndef TOOLS_COMMON_TYPETEXT_H
#define TOOLS_COMMON_TYPETEXT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir::amp::opt {

/// `!name` -> the text from its definition on.
using TypeAliases = llvm::StringMap<llvm::StringRef>;

struct ShapedText {
  /// Number of elements; none for a dynamic or unranked shape.
  std::optional<uint64_t> elements;
  /// The static dimensions multiply to more than an int64_t holds.
  bool overflows = false;
  /// The element type's first word: `i1`, `f32`, `complex`, `!alias`.
  llvm::StringRef element;
};

/// `text` starts at the type (`tensor<`, `vector<`, or an alias of one); none
/// if it is no such type or ends early.
std::optional<ShapedText> readShapedType(llvm::StringRef text,
                                         const TypeAliases &aliases);

/// The same from the first dimension on, after the `<`.
std::optional<ShapedText> readShape(llvm::StringRef text,
                                    const TypeAliases &aliases);

/// `text` without leading white space and comments.
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
