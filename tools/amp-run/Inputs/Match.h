// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of a function from the arrays of a file, or generated.
#ifndef TOOLS_RUN_INPUTS_MATCH_H
#define TOOLS_RUN_INPUTS_MATCH_H

#include "tools/amp-run/Arrays/Npz.h"
#include "tools/amp-run/Inputs/Drawing.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp::runner {

/// Arguments and results of a function.
struct Signature {
  std::string name;
  llvm::SmallVector<RankedTensorType> arguments, results;
};

struct Argument {
  Array array;
  /// Number of steps with a slice of the array; 0: the same array for all
  /// steps.
  int64_t slices = 0;

  const char *atStep(uint64_t step) const;
};

/// Loads in_0 for argument 0, etc. With `allowsSlices`, arrays may have a
/// leading step dimension. `optional`: as an input, the arguments that need no
/// array; as an output, the arguments without an array in the file, which have
/// no memory yet.
llvm::Expected<std::vector<Argument>> loadArguments(const InputFile &file,
                                                    const Signature &signature,
                                                    bool allowsSlices,
                                                    llvm::BitVector &optional);

/// Returns true if the file has this argument as an array of `type`.
llvm::Expected<bool> isGivenAs(const InputFile &file,
                               const Signature &signature, unsigned number,
                               RankedTensorType type);

/// Generates deterministic arguments from a seed: floats of about 0.1 and
/// integers below 8, or by role if `drawings` has one per argument.
std::vector<Argument> generateArguments(const Signature &signature,
                                        uint64_t seed,
                                        llvm::ArrayRef<Drawing> drawings = {});

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_MATCH_H
