// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InputError.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using llvm::StringRef;

void amp::printError(const llvm::MemoryBuffer &input, const InputError &error) {
  constexpr size_t longestLine = 200;
  StringRef text = input.getBuffer();
  size_t at = error.where - text.data();
  size_t begin = text.rfind('\n', at) + 1;
  StringRef line = text.slice(begin, text.find_first_of("\r\n", at));
  int column = at - begin;
  int number = 1 + text.take_front(begin).count('\n');
  StringRef name = input.getBufferIdentifier();
  llvm::SMDiagnostic diagnostic(
      llvm::SourceMgr(), llvm::SMLoc(), name, number, column,
      llvm::SourceMgr::DK_Error, error.message,
      line.size() > longestLine ? StringRef() : line, {});
  diagnostic.print(/*ProgName=*/nullptr, llvm::errs());
}
