// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops for programs and bodies.
#ifndef TOOLS_FUZZ_GENERATE_MAKEELEMENTWISE_H
#define TOOLS_FUZZ_GENERATE_MAKEELEMENTWISE_H

#include "Generate/Generator.h"

namespace mlir::amp::fuzz {

/// Unary float op and its domain.
struct Function {
  StringLiteral name;
  Domain domain;
};
const Function &drawFunction(Random &random);
StringRef drawDirection(Random &random);

Value compareValues(Generator &g, Value a, Value b,
                    StringRef name = "stablehlo.compare");

template <size_t n>
StringRef pickName(Generator &g, const StringLiteral (&names)[n]) {
  return names[g.random.below(n)];
}

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_GENERATE_MAKEELEMENTWISE_H
