// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `dense_resource<key>` names data that stands elsewhere in the file:
//
//   {-# dialect_resources: { builtin: { key: "0x04000000AABBCCDD" } } #-}
//
// the alignment as four bytes, then the data. MLIR takes a key without data for
// granted until a pass reads it, and aborts on the alignment 0.
#ifndef TOOLS_COMMON_RESOURCES_H
#define TOOLS_COMMON_RESOURCES_H

#include "InputError.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace mlir::amp::opt {

class Resources {
public:
  /// `text` starts after the `<` of `dense_resource<`.
  void use(llvm::StringRef text);

  /// `text` starts after a `{-#`; returns what follows the `#-}`.
  llvm::StringRef define(llvm::StringRef text);

  /// The first error, once all of the file has been seen.
  std::optional<InputError> check() const;

private:
  llvm::StringMap<const char *> used;
  llvm::StringSet<> defined;
  std::optional<InputError> badData;
};

/// The length of the string literal that starts `text`, quotes included.
/// Without a closing quote it ends with its line, which is MLIR's to complain
/// about.
size_t stringLength(llvm::StringRef text);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_RESOURCES_H
