// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs for the comparison of two programs.
#ifndef AMP_MUTATE_INPUTS_H
#define AMP_MUTATE_INPUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

namespace mlir::amp::mutate {

enum class InputKind { ordinary, overflowing };
constexpr unsigned numSteps = 20;

/// Writes arguments for `entry` to a .npz file: the arrays of `data` if
/// available, else random ones. For `overflowing` inputs, float arguments that
/// are not states have one slice per step. Some slices are very large, very
/// small or infinite. Returns true if the function can run in steps.
llvm::Expected<bool> writeInputs(func::FuncOp entry, InputKind kind,
                                 StringRef data, StringRef path);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_INPUTS_H
