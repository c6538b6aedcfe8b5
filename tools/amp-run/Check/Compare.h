// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_COMPARE_H
#define TOOLS_AMP_RUN_CHECK_COMPARE_H

#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace mlir::amp::runner {

/// Distance of an array from a reference in f64.
struct Difference {
  /// Relative to the largest finite magnitude of the reference.
  double max = 0, rms = 0;
  /// The element that is furthest off, or the first that is not finite where
  /// the reference is.
  int64_t worst = 0;
  double found = 0, wanted = 0;
  bool isNotFinite = false;
  /// Elements of the reference that are infinite or NaN: nothing is known about
  /// what else a program would make there.
  int64_t unknown = 0;
};

/// Dense arrays of the same shape. NaN equals NaN of the reference alone; an
/// infinity or NaN where the reference is finite is a difference. None for
/// elements that are no real floats.
std::optional<Difference> compare(const void *array, RankedTensorType type,
                                  const void *reference,
                                  RankedTensorType referenceType);

/// The elements of `array` that are further than `bound` (relative to the
/// largest finite magnitude) from the reference, if each of them is that near
/// to a value between the reference and one of `moved`, arrays of its type;
/// none otherwise.
std::optional<int64_t> countBetween(const void *array, RankedTensorType type,
                                    const void *reference,
                                    llvm::ArrayRef<const void *> moved,
                                    RankedTensorType referenceType,
                                    double bound);

/// Element 5 of shape [2, 3]: "[1, 2]".
std::string placeOf(int64_t index, llvm::ArrayRef<int64_t> shape);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_COMPARE_H
