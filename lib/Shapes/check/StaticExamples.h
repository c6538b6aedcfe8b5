// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_STATICEXAMPLES_H
#define LIB_SHAPES_CHECK_STATICEXAMPLES_H

#include "lib/Dims/sizes/StaticExample.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::shapes {

/// Static copies of two programs with dynamic dimensions, for one example.
struct Examples {
  Examples(ModuleOp given, ModuleOp padded);

  /// Succeeds if the padded copy verifies whenever the given one does, that is,
  /// if operand shapes match.
  LogicalResult verify();

  OwningOpRef<ModuleOp> given, padded;
  bool isConsistent = true; ///< shape operands match the result types
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_STATICEXAMPLES_H
