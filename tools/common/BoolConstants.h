// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two spellings of a large i1 constant, and how text gets from one to the
// other.
//
//   JAX (newer LLVM)   dense<"0x010001…"> : tensor<101xi1>    one byte per
//   element MLIR 22            dense<"0x05…">     : tensor<101xi1>    one bit
//   per element
//
// MLIR 22's parser rejects the first before any dialect sees it, so input is
// packed in place before it parses, and output is unpacked on its way to the
// file.
#ifndef TOOLS_COMMON_BOOLCONSTANTS_H
#define TOOLS_COMMON_BOOLCONSTANTS_H

#include "TypeText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace mlir::amp::opt {

/// Packs `literal`, which is `"0x…"` with its quotes, if `type` (the text after
/// the literal's colon) is an i1 type and the digits are JAX's. The freed room
/// is filled with spaces after the closing quote: no line or column moves.
void packBools(llvm::MutableArrayRef<char> literal, llvm::StringRef type,
               const TypeAliases &aliases);

/// The number of elements if `after`, the text after the closing quote, says
/// that `digits` are MLIR's i1 constant.
std::optional<uint64_t> countPackedBools(llvm::StringRef digits,
                                         llvm::StringRef after);

/// Writes such digits as JAX does.
void unpackBools(llvm::raw_ostream &os, llvm::StringRef digits,
                 uint64_t elements);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_BOOLCONSTANTS_H
