// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// #stablehlo.dot<…, contracting = [1] x [0]>   ==>   … [2] x [0], [1] x [1], …
#ifndef AMP_MUTATE_TEXTMUTANTS_H
#define AMP_MUTATE_TEXTMUTANTS_H

#include "mlir/IR/Attributes.h"
#include <string>

namespace mlir::amp::mutate {

/// Returns texts that differ from the text of `attribute` in one integer,
/// boolean or keyword, or in the order of two adjacent integers.
std::vector<std::string> mutateText(Attribute attribute);

/// Parses mutant number `variant` of these texts. Returns null if it is
/// invalid.
Attribute parseMutant(Attribute attribute, unsigned variant);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_TEXTMUTANTS_H
