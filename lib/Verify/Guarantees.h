// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_GUARANTEES_H
#define LIB_VERIFY_GUARANTEES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp::verify {

/// Guarantees of every run of the pipeline.
enum class Guarantee {
  signatures,
  policy,
  input,
  casts,
  constants,
  agreement,
  structure,
  ranges,
  again
};

/// Emits an error at `op` that names the broken guarantee. The caller appends
/// the expected and the actual value.
InFlightDiagnostic breaks(Operation *op, Guarantee guarantee);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_GUARANTEES_H
