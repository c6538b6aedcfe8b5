// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// First values of the states that --amp appended to a step.
#ifndef TOOLS_RUN_INPUTS_INITIAL_H
#define TOOLS_RUN_INPUTS_INITIAL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tools/amp-run/Inputs/Match.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp::runner {

/// Finds the arguments of `entry` that @ENTRY_init_scaler or
/// @ENTRY_init_shadows has the first value of: those with amp.role whose
/// amp.state is that of a result there.
llvm::BitVector findInitialized(func::FuncOp entry);

/// Runs these functions, and sets the arguments that `missing` names and
/// findInitialized found. Shadows are made of the parameters in `arguments`.
LogicalResult initialize(func::FuncOp entry, const llvm::BitVector &missing,
                         llvm::MutableArrayRef<Argument> arguments);

/// Parameters that the step carries as integers (@ENTRY_init_weights): they may
/// be given in f32, without the states that belong to them.
class InitialWeights {
public:
  /// Finds the initializer of `entry`, which may be null.
  explicit InitialWeights(func::FuncOp entry);

  /// Returns true if `file` has the parameters in f32; `signature` then has
  /// their f32 types. Always so for generated arguments (a null file).
  llvm::Expected<bool> areGiven(const InputFile *file, Signature &signature);
  /// Adds the accumulators and scales: a file may lack them.
  void addOptional(llvm::BitVector &optional) const;
  /// Refuses integers without their accumulators and scales, and f32 parameters
  /// with them; `missing` are the arguments that the file has not.
  llvm::Error check(bool areF32, const llvm::BitVector &missing) const;
  /// Computes integers, accumulators and scales from the f32 parameters.
  LogicalResult set(llvm::MutableArrayRef<Argument> arguments) const;
  /// Refuses scales that are no powers of two.
  llvm::Error checkScales(llvm::ArrayRef<Argument> arguments) const;

private:
  func::FuncOp entry, function;
  llvm::SmallVector<unsigned> takes, makes;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_INITIAL_H
