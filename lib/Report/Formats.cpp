// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Formats.h"
#include "lib/Support/TextCapture.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

static FloatType firstFloat(TypeRange types) {
  for (Type type : types)
    if (auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type)))
      return element;
  return nullptr;
}

Formats Formats::of(Operation *op) {
  return {firstFloat(op->getOperandTypes()), firstFloat(op->getResultTypes())};
}

std::string Formats::inWords() const {
  std::string words;
  llvm::raw_string_ostream os(words);
  if (read && made && read != made)
    os << read << " in, " << made << " out";
  else
    os << (read ? read : made);
  return words;
}

void amp::report::printOnStderr(StringRef text) {
  if (TextCapture *capture = TextCapture::current()) {
    capture->tables += text;
    return;
  }
  llvm::raw_fd_ostream(STDERR_FILENO, /*shouldClose=*/false,
                       /*unbuffered=*/true)
      << text;
}
