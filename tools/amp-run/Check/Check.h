// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_CHECK_H
#define TOOLS_AMP_RUN_CHECK_CHECK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::runner {

/// Two programs that should compute the same, and what they start from: arrays
/// of A's argument types.
struct CheckedPrograms {
  OwningOpRef<ModuleOp> a, b;
  llvm::StringRef entry;
  llvm::ArrayRef<const void *> inputs;
  bool areGenerated = false;
};

/// Warns that elements of a right result are not finite, or fails if the inputs
/// were generated.
LogicalResult checkReference(llvm::StringRef result, int64_t unknown,
                             int64_t count, bool areGenerated);

/// Runs A with its f32 widened to f64, A and B, and prints how far the results
/// of A and B are from the first, and the first op of B whose result is further
/// off than `bound` (relative to the largest magnitude of the right result), or
/// not finite where the right one is. `bound` 0: 32 units in the last place of
/// the narrowest float of B, at least 1e-4. Fails when an op diverges, or when
/// the programs cannot be compared, which is emitted as an error; when a result
/// of B is not finite where the right one is; and when generated inputs make a
/// right result infinite or NaN, which proves nothing (a warning for others).
LogicalResult check(CheckedPrograms programs, double bound,
                    llvm::raw_ostream &os);

/// 32 units in the last place of the narrowest float, at least 1e-4.
double defaultBound(func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_CHECK_H
