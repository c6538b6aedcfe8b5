// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InputScan.h"
#include "Scanner.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

std::optional<InputError> amp::opt::scanInput(llvm::MutableArrayRef<char> text,
                                              const ScanOptions &options) {
  StringRef marker = options.splitMarker;
  while (true) {
    size_t size = marker.empty()
                      ? StringRef::npos
                      : StringRef(text.data(), text.size()).find(marker);
    auto module = text.take_front(std::min(size, text.size()));
    if (auto error = Scanner(module, options.maxNesting).scan())
      return error;
    if (size == StringRef::npos)
      return std::nullopt;
    text = text.drop_front(size + marker.size());
  }
}
