// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Support/TextCapture.h"

using namespace mlir::amp;

static thread_local TextCapture *innermost = nullptr;

TextCapture::TextCapture() : outer(innermost) { innermost = this; }

TextCapture::~TextCapture() { innermost = outer; }

TextCapture *TextCapture::current() { return innermost; }

std::string *TextCapture::find(llvm::StringRef file) {
  return innermost && file == reportFile ? &innermost->report : nullptr;
}
