// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_FIXADDED_H
#define LIB_SHAPES_CHECK_FIXADDED_H

#include "lib/OpModel/sizes/FixedProgram.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp {

/// Copies of two programs with dynamic dimensions, of the same example.
struct Examples {
  Examples(ModuleOp given, ModuleOp padded);

  /// Whether what is padded is as well formed as what was given: shapes that
  /// an op reads fit those of its other operands.
  LogicalResult verify();

  OwningOpRef<ModuleOp> given, padded;
};

} // namespace mlir::amp

#endif // LIB_SHAPES_CHECK_FIXADDED_H
