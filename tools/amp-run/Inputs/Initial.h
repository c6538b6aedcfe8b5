// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initial values of the states that --amp added to a step.
#ifndef TOOLS_RUN_INPUTS_INITIAL_H
#define TOOLS_RUN_INPUTS_INITIAL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tools/amp-run/Inputs/Match.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp::runner {

/// Finds the arguments of `entry` that @ENTRY_init_scaler or
/// @ENTRY_init_shadows initializes: they have amp.role, and their amp.state is
/// also the amp.state of a result of this function.
llvm::BitVector findInitialized(func::FuncOp entry);

/// Runs these functions and sets the arguments that are in `missing` and were
/// found by findInitialized. Shadows are computed from the parameters in
/// `arguments`.
LogicalResult initialize(func::FuncOp entry, const llvm::BitVector &missing,
                         llvm::MutableArrayRef<Argument> arguments);

/// Parameters that the step stores as integers (@ENTRY_init_weights). Inputs
/// may provide them in f32, without the associated states.
class InitialWeights {
public:
  /// Finds the initializer of `entry`, which may be null.
  explicit InitialWeights(func::FuncOp entry);

  /// Returns true if `file` has the parameters in f32, or if it is null
  /// (generated arguments). Then `signature` gets their f32 types.
  llvm::Expected<bool> areGiven(const InputFile *file, Signature &signature);
  /// Adds the accumulators and scales, which a file may lack.
  void addOptional(llvm::BitVector &optional) const;
  /// Fails for integers without their accumulators and scales, and for f32
  /// parameters with them. `missing` are the arguments that the file lacks.
  llvm::Error check(bool areF32, const llvm::BitVector &missing) const;
  /// Computes integers, accumulators and scales from the f32 parameters.
  LogicalResult set(llvm::MutableArrayRef<Argument> arguments) const;
  /// Fails for scales that are not powers of two.
  llvm::Error checkScales(llvm::ArrayRef<Argument> arguments) const;

private:
  func::FuncOp entry, function;
  llvm::SmallVector<unsigned> takes, makes;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_INITIAL_H
