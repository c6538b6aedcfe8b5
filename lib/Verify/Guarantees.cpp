// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Guarantees.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static constexpr StringLiteral inWords[] = {
    "symbols and signatures stay as they are",
    "what the policy does not allow keeps its types",
    "without our casts it is the input",
    "every cast is needed, and made once",
    "a folded constant is the rounded original",
    "what belongs together has one type",
    "losses, updates, statistics and random numbers stay f32",
    "a low format holds what is known to occur",
    "the same policy again changes nothing",
};

InFlightDiagnostic amp::verify::breaks(Operation *op, Guarantee guarantee) {
  return op->emitOpError("breaks \"")
         << inWords[static_cast<size_t>(guarantee)] << "\": ";
}
