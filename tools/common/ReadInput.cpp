// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadInput.h"
#include "InputFormat.h"
#include "InputScan.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using llvm::MemoryBuffer;
using llvm::StringRef;

/// Reads the file to writable memory. A mapped file could change during
/// parsing.
static llvm::ErrorOr<std::unique_ptr<MemoryBuffer>> readFile(StringRef name) {
  if (name != "-")
    return MemoryBuffer::getFile(name, /*IsText=*/false,
                                 /*RequiresNullTerminator=*/true,
                                 /*IsVolatile=*/true, llvm::Align(64));
  if (llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "(reading standard input; end it with ctrl-d)\n";
  return MemoryBuffer::getSTDIN();
}

std::unique_ptr<MemoryBuffer> amp::opt::readInput(StringRef name,
                                                  const ScanOptions &options) {
  auto input = readFile(name);
  if (std::error_code code = input.getError()) {
    llvm::WithColor::error()
        << "cannot read '" << name << "': " << code.message() << '\n';
    return nullptr;
  }
  std::string foreign = findForeignFormat(**input);
  if (!foreign.empty()) {
    llvm::WithColor::error() << foreign << '\n';
    return nullptr;
  }
  if (isBytecode((*input)->getBuffer()))
    return std::move(*input);
  llvm::MutableArrayRef<char> text(
      const_cast<char *>((*input)->getBufferStart()),
      (*input)->getBufferSize());
  if (auto error = scanInput(text, options)) {
    printError(**input, *error, llvm::errs());
    return nullptr;
  }
  return std::move(*input);
}
