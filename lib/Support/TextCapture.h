// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that passes write for the user, kept in memory for an embedding program.
//
//   report=<report>  ==>  TextCapture::report   instead of a file
//   summary          ==>  TextCapture::tables   instead of standard error
#ifndef LIB_SUPPORT_TEXTCAPTURE_H
#define LIB_SUPPORT_TEXTCAPTURE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::amp {

/// Collects the text that passes write on the thread that constructs it, until
/// it is destroyed. Module passes run on the thread of their pass manager.
class TextCapture {
public:
  /// Name of the file that is kept in `report`.
  static constexpr llvm::StringLiteral reportFile = "<report>";

  TextCapture();
  ~TextCapture();
  TextCapture(const TextCapture &) = delete;
  TextCapture &operator=(const TextCapture &) = delete;

  /// Returns the innermost capture of this thread; null if there is none.
  static TextCapture *current();
  /// Returns the captured file of this name; null if files of this name are
  /// written to disk.
  static std::string *find(llvm::StringRef file);

  std::string report, tables;

private:
  TextCapture *outer;
};

} // namespace mlir::amp

#endif // LIB_SUPPORT_TEXTCAPTURE_H
