// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dynamic loss scalers of frameworks, modelled after their sources.
#ifndef TOOLS_FUZZ_CHECK_SCALERMODEL_H
#define TOOLS_FUZZ_CHECK_SCALERMODEL_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::amp::fuzz {

/// State of a scaler between steps.
struct ScalerState {
  float scale = 0, nextScale = 0; ///< nextScale: MXNet only
  int good = 0;                   ///< steps since the last overflow or growth
  int patience = 1;               ///< overflows left before the scale shrinks
  int bad = 0;                    ///< consecutive overflows
  bool atMin = false;             ///< DeepSpeed raises an error here
  int skipped = 0;
};

/// Update rule of one framework.
struct ScalerRow {
  StringLiteral name;
  int window; ///< good steps between growths
  float min, max;
  int patience; ///< 1: each overflow shrinks the scale
  void (*update)(const ScalerRow &row, ScalerState &state, bool overflows);
};

/// Returns the row of scaler=NAME, or null for an unknown name. An empty name
/// is the default of `--amp`.
const ScalerRow *findScalerRow(StringRef name);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_CHECK_SCALERMODEL_H
