// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs on which two programs are compared.
#ifndef AMP_MUTATE_INPUTS_H
#define AMP_MUTATE_INPUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

namespace mlir::amp::mutate {

enum class InputKind { ordinary, overflowing };
constexpr unsigned numSteps = 20;

/// Writes arguments for `entry` to a .npz file: those of `data` where that file
/// has them, else random ones. Of `overflowing` inputs, float arguments that
/// are no states have one slice per step, of which some are very large, very
/// small or infinite. Returns whether the function can run in steps.
llvm::Expected<bool> writeInputs(func::FuncOp entry, InputKind kind,
                                 StringRef data, StringRef path);

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_INPUTS_H
