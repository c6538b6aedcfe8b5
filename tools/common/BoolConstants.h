// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two text forms of a large i1 constant, and the conversion between them.
//
//   JAX (newer LLVM)   dense<"0x010001…"> : tensor<101xi1>    byte per element
//   MLIR 22            dense<"0x05…">     : tensor<101xi1>    bit per element
//
// MLIR 22's parser rejects the first form before any dialect parses it. So
// input is packed in place before parsing, and output is unpacked while it is
// written.
#ifndef TOOLS_COMMON_BOOLCONSTANTS_H
#define TOOLS_COMMON_BOOLCONSTANTS_H

#include "TypeText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace mlir::amp::opt {

/// Packs `literal`, which is `"0x…"` with its quotes, if `type` (the text after
/// the literal's colon) is an i1 type and the digits have JAX's form. Spaces
/// after the closing quote fill the rest, so that lines and columns do not
/// change.
void packBools(llvm::MutableArrayRef<char> literal, llvm::StringRef type,
               const TypeAliases &aliases);

/// Returns the number of elements if `digits` are an i1 constant in MLIR's
/// form. `after` is the text after the closing quote.
std::optional<uint64_t> countPackedBools(llvm::StringRef digits,
                                         llvm::StringRef after);

/// Writes such digits in JAX's form.
void unpackBools(llvm::raw_ostream &os, llvm::StringRef digits,
                 uint64_t elements);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_BOOLCONSTANTS_H
