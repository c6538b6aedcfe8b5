// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Chips.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace mlir::amp;
using namespace mlir::amp::lowering;
using llvm::StringRef;

static constexpr GpuChip chips[] = {
    {"sm_80", "+ptx80", "sm_80"},        {"sm_86", "+ptx80", "sm_80"},
    {"sm_89", "+ptx80", "sm_80"},        {"sm_90", "+ptx80", "sm_90a"},
    {"sm_90a", "+ptx80", "sm_90a"},      {"sm_100", "+ptx86", "sm_100a", 1},
    {"sm_100a", "+ptx86", "sm_100a", 1}, {"sm_120", "+ptx87", "sm_80"},
};

llvm::ArrayRef<GpuChip> mlir::amp::lowering::gpuChips() { return chips; }

const GpuChip *mlir::amp::lowering::findGpuChip(StringRef name) {
  const auto *found = llvm::find_if(
      chips, [&](const GpuChip &chip) { return chip.name == name; });
  return found == std::end(chips) ? nullptr : found;
}

std::string mlir::amp::lowering::knownGpuChips() {
  return llvm::join(
      llvm::map_range(chips, [](const GpuChip &chip) { return chip.name; }),
      ", ");
}

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
