// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_FIXADDED_H
#define LIB_SHAPES_CHECK_FIXADDED_H

#include "lib/Dims/sizes/FixedProgram.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::shapes {

/// Copies of two programs with dynamic dimensions, of the same example.
struct Examples {
  Examples(ModuleOp given, ModuleOp padded);

  /// Succeeds if the padded program is as well formed as the given one: shapes
  /// of an op's operands fit each other.
  LogicalResult verify();

  OwningOpRef<ModuleOp> given, padded;
  bool isConsistent = true; ///< shapes that ops read fit the types of results
};

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_FIXADDED_H
