// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Toolkit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace mlir::amp;
using namespace mlir::amp::lowering;
using llvm::StringRef;

std::string mlir::amp::lowering::findInToolkit(StringRef file) {
  for (const char *name : {"CUDA_HOME", "CUDA_ROOT", "CUDA_PATH"})
    if (const char *root = std::getenv(name)) {
      llvm::SmallString<256> path(root);
      llvm::sys::path::append(path, file);
      if (llvm::sys::fs::exists(path))
        return path.str().str();
    }
  if (!file.consume_front("bin/"))
    return "";
  auto program = llvm::sys::findProgramByName(file);
  return program ? *program : "";
}
