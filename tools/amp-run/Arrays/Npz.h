// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NumPy's files: .npy is one array, .npz is a zip archive of arrays.
#ifndef TOOLS_RUN_ARRAYS_NPZ_H
#define TOOLS_RUN_ARRAYS_NPZ_H

#include "tools/amp-run/Arrays/Arrays.h"
#include "llvm/Support/Error.h"

struct zip;

namespace mlir::amp::runner {

/// File of named arrays; the array of a .npy file is in_0.
class InputFile {
public:
  static llvm::Expected<InputFile> open(llvm::StringRef path);

  llvm::ArrayRef<std::string> names() const { return members; }
  llvm::Expected<Array> load(llvm::StringRef name) const;

private:
  explicit InputFile(llvm::StringRef path) : path(path) {}
  llvm::Error openZip();
  llvm::Expected<Array> loadNpy() const;

  std::string path;
  std::unique_ptr<zip, void (*)(zip *)> archive{nullptr, nullptr};
  std::vector<std::string> members;
};

/// Writes the file atomically. `path` ends in .npz, or in .npy for one array.
llvm::Error writeArrays(llvm::StringRef path,
                        llvm::ArrayRef<NamedArray> arrays);

/// Checks in advance that a file with this name can contain the arrays.
llvm::Error checkOutputName(llvm::StringRef option, llvm::StringRef path,
                            size_t arrays);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_NPZ_H
