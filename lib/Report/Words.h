// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_WORDS_H
#define LIB_REPORT_WORDS_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/Location.h"

namespace mlir::amp::report {

/// Returns the reason for an op's precision as a clause; `low` is true if the
/// op is 16-bit.
std::string inWords(ReasonAttr reason, bool low);

/// Prints a location without MLIR's syntax: "jit(step)/dot_general at
/// step.py:12:3".
void writeLocation(llvm::raw_ostream &os, Location location);

} // namespace mlir::amp::report

#endif // LIB_REPORT_WORDS_H
