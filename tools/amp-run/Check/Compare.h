// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_COMPARE_H
#define TOOLS_AMP_RUN_CHECK_COMPARE_H

#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace mlir::amp::runner {

/// Error of an array relative to a reference in f64.
struct Difference {
  /// Relative to the largest finite magnitude of the reference.
  double max = 0, rms = 0;
  /// Element with the largest error, or the first one that is not finite where
  /// the reference is.
  int64_t worst = 0;
  double found = 0, wanted = 0;
  bool isNotFinite = false;
  /// Number of reference elements that are infinite or NaN, for which the exact
  /// result is unknown.
  int64_t unknown = 0;
};

/// Compares dense arrays of equal shape. NaN equals only NaN; an infinity or
/// NaN where the reference is finite is a difference. Returns nullopt for
/// elements that are not real floats.
std::optional<Difference> compare(const void *array, RankedTensorType type,
                                  const void *reference,
                                  RankedTensorType referenceType);

/// Counts the elements of `array` whose error exceeds `bound` (relative to the
/// largest finite magnitude). Returns nullopt unless each of them is within
/// `bound` of the interval between the reference and an array of `moved`.
std::optional<int64_t> countBetween(const void *array, RankedTensorType type,
                                    const void *reference,
                                    llvm::ArrayRef<const void *> moved,
                                    RankedTensorType referenceType,
                                    double bound);

/// Returns "[1, 2]" for element 5 of shape [2, 3].
std::string placeOf(int64_t index, llvm::ArrayRef<int64_t> shape);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_COMPARE_H
