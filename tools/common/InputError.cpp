// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InputError.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"
#include <algorithm>

using namespace mlir;
using llvm::StringRef;

void amp::opt::printError(const llvm::MemoryBuffer &input,
                          const InputError &error, llvm::raw_ostream &os) {
  constexpr size_t widest = 100;
  StringRef text = input.getBuffer();
  size_t at = error.where - text.data();
  size_t begin = text.rfind('\n', at) + 1;
  os << input.getBufferIdentifier() << ':'
     << 1 + text.take_front(begin).count('\n') << ':' << 1 + at - begin << ": ";
  llvm::WithColor::error(os) << error.message << '\n';

  // The line, or the part of it around the position.
  begin = std::max(begin, at - std::min(at, widest / 2));
  StringRef line = text.slice(begin, text.find_first_of("\r\n", at));
  for (char c : line.take_front(widest))
    os << (llvm::isPrint(c) ? c : ' ');
  os << '\n' << std::string(at - begin, ' ') << "^\n";
}
