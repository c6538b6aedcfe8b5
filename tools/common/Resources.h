// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `dense_resource<key>` references data in another part of the file:
//
//   {-# dialect_resources: { builtin: { key: "0x04000000AABBCCDD" } } #-}
//
// The data begins with four bytes of alignment. MLIR accepts a key without data
// until a pass uses it, and aborts for alignment 0.
#ifndef TOOLS_COMMON_RESOURCES_H
#define TOOLS_COMMON_RESOURCES_H

#include "InputError.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace mlir::amp::opt {

class Resources {
public:
  /// Records a use. `text` starts after the `<` of `dense_resource<`.
  void use(llvm::StringRef text);

  /// Records definitions. `text` starts after `{-#`; returns the text after
  /// `#-}`.
  llvm::StringRef define(llvm::StringRef text);

  /// Returns the first error, after the whole file was scanned.
  std::optional<InputError> check() const;

private:
  llvm::StringMap<const char *> used;
  llvm::StringSet<> defined;
  std::optional<InputError> badData;
};

/// Returns the length of the string literal at the start of `text`, including
/// quotes. An unterminated string ends with its line; MLIR reports the error.
size_t stringLength(llvm::StringRef text);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_RESOURCES_H
