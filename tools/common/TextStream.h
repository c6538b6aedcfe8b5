// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream that forwards the printed module to another stream in JAX's form:
// optionally i1 constants with one byte per element (see BoolConstants.h), and
// without the blank line that MLIR's driver adds at the end. Buffers at most
// one constant at a time.
#ifndef AMP_OPT_TEXTSTREAM_H
#define AMP_OPT_TEXTSTREAM_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir::amp::opt {

class TextStream : public llvm::raw_ostream {
public:
  TextStream(llvm::raw_ostream &os, bool unpacks) : os(os), unpacks(unpacks) {}
  ~TextStream() override { flush(); }

  /// Forwards buffered text; the module is complete.
  void finish();

private:
  void write_impl(const char *data, size_t size) override;
  uint64_t current_pos() const override { return position; }
  size_t forward(llvm::StringRef text, bool isLast);

  llvm::raw_ostream &os;
  bool unpacks;
  std::string held;
  uint64_t position = 0;
};

} // namespace mlir::amp::opt

#endif // AMP_OPT_TEXTSTREAM_H
