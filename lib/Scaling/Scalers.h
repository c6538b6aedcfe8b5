// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_SCALERS_H
#define LIB_SCALING_SCALERS_H

#include "dialects/amp/IR/AmpTraining.h"

namespace mlir::amp::scaling {

/// Parses the options loss-scale and scaler; returns a null attribute for
/// `none`.
///
/// `lossScale` is `none`, `static:N`, `dynamic`, or `dynamic:N` for another
/// initial scale than that of the scaler. `scaler` is the name of a preset, or
/// an #amp.scaler attribute as text; empty for the default. `exact` rejects
/// scales that are not powers of two. Emits an error for unknown options.
FailureOr<ScalerAttr> parseScaler(StringRef lossScale, StringRef scaler,
                                  bool exact, Location errorsAt);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_SCALERS_H
