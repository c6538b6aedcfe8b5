// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_CHECK_H
#define TOOLS_AMP_RUN_CHECK_CHECK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::runner {

/// Two programs that should compute the same, and inputs of A's argument types.
struct CheckedPrograms {
  OwningOpRef<ModuleOp> a, b;
  llvm::StringRef entry;
  llvm::ArrayRef<const void *> inputs;
  bool areGenerated = false;
};

/// Warns about non-finite elements in a reference result, or fails if the
/// inputs were generated.
LogicalResult checkReference(llvm::StringRef result, int64_t unknown,
                             int64_t count, bool areGenerated);

/// Runs A with f32 widened to f64 (the reference), A, and B. Prints the errors
/// of the results of A and B, and the first op of B that diverges. An op
/// diverges if its error exceeds `bound` (relative to the largest magnitude of
/// the reference), or if it is not finite where the reference is. `bound` 0
/// means `defaultBound`.
///
/// Fails if an op diverges, if the programs are not comparable (with an error),
/// or if a result of B is not finite where the reference is. Generated inputs
/// that make a reference result non-finite are an error, other inputs a
/// warning.
LogicalResult check(CheckedPrograms programs, double bound,
                    llvm::raw_ostream &os);

/// Returns 32 ULPs of the narrowest float type, at least 1e-4.
double defaultBound(func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_CHECK_H
