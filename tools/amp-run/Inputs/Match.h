// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the arrays of a file, or from none, to the arguments of a function.
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
  /// Number of steps that the argument lasts; 0 if it is the same for all.
  int64_t slices = 0;

  const char *atStep(uint64_t step) const;
};

/// in_0 for argument 0, …; with `allowsSlices`, also arrays of such arrays.
/// `optional` comes as the arguments that need no array, and leaves as those
/// that have none in the file, nor room for elements yet.
llvm::Expected<std::vector<Argument>> loadArguments(const InputFile &file,
                                                    const Signature &signature,
                                                    bool allowsSlices,
                                                    llvm::BitVector &optional);

/// Returns true if the file has this argument as an array of `type`.
llvm::Expected<bool> isGivenAs(const InputFile &file,
                               const Signature &signature, unsigned number,
                               RankedTensorType type);

/// The same for the same seed: floats of about 0.1, integers below 8, each by
/// its role if `drawings` has one per argument.
std::vector<Argument> generateArguments(const Signature &signature,
                                        uint64_t seed,
                                        llvm::ArrayRef<Drawing> drawings = {});

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_MATCH_H
